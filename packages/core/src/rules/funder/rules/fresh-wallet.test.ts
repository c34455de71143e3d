import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { FUNDED_AT, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { freshWallet } from './fresh-wallet.ts';

const codesOf = (evidence: Parameters<typeof freshWallet.judge>[0]) => {
  const finding = freshWallet.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const asOf = (time: number | null) => ({ asOf: known({ slot: 1, commitment: 'finalized' as const, time }) });

it('compares the age at the moment of the answer with 24 hours', () => {
  expect(codesOf(walletEvidence(asOf(FUNDED_AT + 86_399)))).toEqual(['FRESH_WALLET']);
  expect(codesOf(walletEvidence(asOf(FUNDED_AT + 86_400)))).toBe('clear');
  expect(codesOf(walletEvidence(asOf(null)))).toBe('not_applicable');
  expect(codesOf(walletEvidence({ history: missing('history', 'deadline') }))).toBe('unknown');
});
