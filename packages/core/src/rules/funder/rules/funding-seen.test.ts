import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { funding, place, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { fundingSeen } from './funding-seen.ts';

const codesOf = (evidence: Parameters<typeof fundingSeen.judge>[0]) => {
  const finding = fundingSeen.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const nothing = { credits: [], tokenCredit: null, sponsor: null };

it('tells an address that is only mentioned from one that got something', () => {
  expect(codesOf(walletEvidence({ funding: known(funding(nothing)) }))).toEqual(['NO_FUNDING_SEEN']);
  const unasked = { funding: known(funding(nothing)), birth: known(null), continuity: known(null) };
  expect(codesOf(walletEvidence(unasked))).toEqual(['NO_FUNDING_SEEN']);
  expect(codesOf(walletEvidence())).toBe('clear');
  const sponsor = { ...place('first'), payer: 'payer' };
  expect(codesOf(walletEvidence({ funding: known(funding({ ...nothing, sponsor })) }))).toBe('clear');
  expect(codesOf(walletEvidence({ funding: known(funding({ ...nothing, unexplainedLamports: 1n })) }))).toBe('clear');
});

it('does not know without the oldest bodies or with a history that is cut', () => {
  const cut = { funding: known(funding(nothing)), birth: missing('birth', 'history_missing') };
  expect(codesOf(walletEvidence(cut))).toBe('unknown');
  expect(codesOf(walletEvidence({ funding: missing('funding', 'history_missing') }))).toBe('unknown');
});
