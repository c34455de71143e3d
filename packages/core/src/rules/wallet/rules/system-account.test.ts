import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, judged, SOL } from '../../../../test/support/wallet-evidence.ts';
import { systemAccount } from './system-account.ts';

const account = { exists: true, lamports: SOL, ownedBySystem: true, executable: false };

it('takes an absent account for a wallet with nothing in it', () => {
  expect(foundBy(systemAccount, judged())).toBe('clear');
  const absent = judged({ account: known({ ...account, exists: false, lamports: 0n }) });
  expect(foundBy(systemAccount, absent)).toBe('clear');
});

it.each([
  ['executable', { ...account, executable: true }],
  ['owned by a program', { ...account, ownedBySystem: false }],
])('refuses what is %s', (_, given) => {
  expect(foundBy(systemAccount, judged({ account: known(given) }))).toEqual(['NOT_A_WALLET']);
});

it('does not know without the account', () => {
  expect(foundBy(systemAccount, judged({ account: missing('account', 'rpc_unavailable') }))).toBe('unknown');
});
