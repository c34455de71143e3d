import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { subjectWallet } from './subject-wallet.ts';

const codesOf = (evidence: Parameters<typeof subjectWallet.judge>[0]) => {
  const finding = subjectWallet.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const account = { exists: true, lamports: 1n, ownedBySystem: true, executable: false };

it('takes a key on the curve for a wallet, with an account or without', () => {
  expect(codesOf(walletEvidence())).toBe('clear');
  expect(codesOf(walletEvidence({ account: known({ ...account, exists: false, lamports: 0n }) }))).toBe('clear');
});

it.each([
  ['off the curve', walletEvidence({ identity: known({ onCurve: false, label: null }) })],
  ['executable', walletEvidence({ account: known({ ...account, executable: true }) })],
  ['owned by a program', walletEvidence({ account: known({ ...account, ownedBySystem: false }) })],
])('refuses what is %s', (_, evidence) => expect(codesOf(evidence)).toEqual(['NOT_A_WALLET']));

it('does not know without the account', () => {
  expect(codesOf(walletEvidence({ account: missing('account', 'deadline') }))).toBe('unknown');
});
