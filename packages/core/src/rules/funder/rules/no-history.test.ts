import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { noHistory } from './no-history.ts';

const codesOf = (evidence: Parameters<typeof noHistory.judge>[0]) => {
  const finding = noHistory.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const account = { exists: false, lamports: 0n, ownedBySystem: true, executable: false };
const empty = { account: known(account), trace: known({ listed: false, tokenAccounts: 0 }) };

it('is said only of an address with nothing at all', () => {
  expect(codesOf(walletEvidence(empty))).toEqual(['NO_HISTORY']);
  expect(codesOf(walletEvidence({ ...empty, account: known({ ...account, lamports: 1n }) }))).toBe('clear');
  expect(codesOf(walletEvidence({ ...empty, trace: known({ listed: false, tokenAccounts: 1 }) }))).toBe('clear');
  expect(codesOf(walletEvidence({ ...empty, trace: known({ listed: false, tokenAccounts: null }) }))).toBe('clear');
  expect(codesOf(walletEvidence())).toBe('clear');
});

it('does not know without the newest page', () => {
  expect(codesOf(walletEvidence({ trace: missing('trace', 'rpc_unavailable') }))).toBe('unknown');
});
