import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { hubSource } from './hub-source.ts';

const codesOf = (evidence: Parameters<typeof hubSource.judge>[0]) => {
  const finding = hubSource.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

it.each([
  [1_000, 59_999, ['UNLABELLED_HUB']],
  [1_000, 60_000, 'clear'],
  [999, 10, 'clear'],
] as const)('judges %i signatures in %i seconds', (signatures, spanSeconds, expected) => {
  expect(codesOf(walletEvidence({ sourceActivity: known({ signatures, spanSeconds }) }))).toEqual(expected);
});

it('does not know without the page', () => {
  expect(codesOf(walletEvidence({ sourceActivity: missing('source_activity', 'rpc_unavailable') }))).toBe('unknown');
});
