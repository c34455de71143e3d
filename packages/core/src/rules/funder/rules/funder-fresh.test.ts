import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { exchangeEvidence, FUNDED_AT, hop, place, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { funderFresh } from './funder-fresh.ts';

const codesOf = (evidence: Parameters<typeof funderFresh.judge>[0]) => {
  const finding = funderFresh.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const aged = (seconds: number) => known(hop({ oldest: place('hop', 50, FUNDED_AT - seconds) }));

it('compares the age of the source with 24 hours', () => {
  expect(codesOf(walletEvidence({ hop: aged(86_399) }))).toEqual(['FUNDER_IS_FRESH']);
  expect(codesOf(walletEvidence({ hop: aged(86_400) }))).toBe('clear');
});

it('is not asked about an exchange or without a hop', () => {
  expect(codesOf(exchangeEvidence({ hop: aged(1) }))).toBe('not_applicable');
  expect(codesOf(walletEvidence())).toBe('not_applicable');
  expect(codesOf(walletEvidence({ hop: missing('hop', 'deadline') }))).toBe('unknown');
});
