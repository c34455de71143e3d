import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, judged, paidGains, payer, SOL } from '../../../../test/support/wallet-evidence.ts';
import type { PaidGains } from '../evidence.ts';
import { strangers } from './strangers.ts';

const paidLike = (changes: Partial<PaidGains>) => judged({ payers: known(paidGains(changes)) });
const many = (count: number, changes: Parameters<typeof payer>[0] = {}) =>
  Array.from({ length: count }, (_, n) => payer({ wallet: `payer ${n}`, ...changes }));

it('takes payers for strangers by what they spent for good: thirty SOL for half of the gain', () => {
  expect(foundBy(strangers, judged())).toBe('clear');
  expect(foundBy(strangers, paidLike({ payers: many(30) }))).toBe('clear');
  expect(foundBy(strangers, paidLike({ payers: many(29) }))).toEqual(['STRANGERS_NOT_PROVEN']);
  expect(foundBy(strangers, paidLike({ payers: many(60, { spent: [500_000n] }) }))).toBe('clear');
  expect(foundBy(strangers, paidLike({ payers: many(60, { spent: [499_000n] }) }))).toEqual(['STRANGERS_NOT_PROVEN']);
});

it('does not take age, numbers or single dear transactions for it', () => {
  expect(foundBy(strangers, paidLike({ payers: many(60, { spent: [5_000n] }) }))).toEqual(['STRANGERS_NOT_PROVEN']);
  const dear = many(29, { spent: [SOL, SOL, SOL, SOL] });
  expect(foundBy(strangers, paidLike({ payers: dear }))).toEqual(['STRANGERS_NOT_PROVEN']);
  expect(foundBy(strangers, paidLike({ payers: many(60, { listed: 10, spent: [SOL] }) }))).toEqual([
    'STRANGERS_NOT_PROVEN',
  ]);
  expect(foundBy(strangers, paidLike({ payers: many(60, { spent: [] }) }))).toEqual(['STRANGERS_NOT_PROVEN']);
  expect(foundBy(strangers, paidLike({ payers: many(30, { labelled: true, spent: [] }) }))).toBe('clear');
  const one = [...many(29), payer({ wallet: 'labelled', labelled: true, paid: 60n * payer().paid, spent: [] })];
  expect(foundBy(strangers, paidLike({ payers: one }))).toContain('STRANGERS_NOT_PROVEN');
});

it('counts what nobody is known to have paid, and linked payers, as not proven', () => {
  expect(foundBy(strangers, paidLike({ gain: 10n * SOL, unread: 4n * SOL }))).toBe('clear');
  expect(foundBy(strangers, paidLike({ gain: 10n * SOL, unread: 6n * SOL }))).toEqual(['STRANGERS_NOT_PROVEN']);
  expect(foundBy(strangers, paidLike({ payers: [] }))).toEqual(['STRANGERS_NOT_PROVEN']);
  expect(foundBy(strangers, paidLike({ payers: many(40, { link: 'shared_funder' }) }))).toEqual([
    'STRANGERS_NOT_PROVEN',
  ]);
});

it('finds one payer, or one giver of first money, behind half of the gain', () => {
  const rest = many(50, { paid: 1n });
  expect(foundBy(strangers, paidLike({ payers: [...rest, payer({ paid: 49n })] }))).toBe('clear');
  expect(foundBy(strangers, paidLike({ payers: [...rest, payer({ paid: 50n })] }))).toEqual(['PAID_BY_ONE_OWNER']);
  const joined = [...many(30), ...many(30).map((one, n) => ({ ...one, wallet: `other ${n}`, funder: 'one' }))];
  expect(foundBy(strangers, paidLike({ payers: joined }))).toEqual(['PAID_BY_ONE_OWNER']);
});
