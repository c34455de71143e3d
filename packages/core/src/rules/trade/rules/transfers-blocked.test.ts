import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, mint, reasonOf, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { transfersBlocked } from './transfers-blocked.ts';

it.each([
  [{ nonTransferable: true }, 'its tokens cannot be transferred'],
  [{ paused: true }, 'its transfers are paused'],
  [{ frozenByDefault: true }, 'new token accounts of it are frozen'],
])('raises %j', (over, why) => {
  const found = reasonOf(transfersBlocked, tradeEvidence({ mint: known(mint(over)) }));
  expect(found).toMatchObject({ code: 'TRANSFERS_BLOCKED', message: `Who buys cannot sell: ${why}.` });
});

it('leaves other mints alone', () => {
  expect(foundBy(transfersBlocked, tradeEvidence())).toBe('clear');
});
