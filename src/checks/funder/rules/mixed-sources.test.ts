import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { credit, funding, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { mixedSources } from './mixed-sources.ts';

const codesOf = (evidence: Parameters<typeof mixedSources.judge>[0]) => {
  const finding = mixedSources.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const shares = (main: bigint, other: Partial<ReturnType<typeof credit>>) =>
  walletEvidence({
    funding: known(funding({ credits: [credit({ lamports: main }), credit({ source: 'other', ...other })] })),
  });

it('wants 80 percent from one source', () => {
  expect(codesOf(shares(80_000_000n, { lamports: 20_000_000n }))).toBe('clear');
  expect(codesOf(shares(79_999_999n, { lamports: 20_000_001n }))).toEqual(['MIXED_SOURCES']);
});

it('leaves dust out of the shares, and only dust', () => {
  const small = { lamports: 499_999n };
  expect(codesOf(shares(1_000_000n, small))).toEqual(['MIXED_SOURCES']);
  expect(codesOf(shares(1_000_000n, { ...small, recipients: 6 }))).toBe('clear');
  expect(codesOf(shares(1_000_000n, { ...small, senderActivity: { signatures: 1_000, spanSeconds: 60 } }))).toBe(
    'clear',
  );
  expect(codesOf(shares(1_000_000n, { lamports: 500_000n, recipients: 6 }))).toEqual(['MIXED_SOURCES']);
});

it('does not know without the funding', () => {
  expect(codesOf(walletEvidence({ funding: missing('funding', 'unreadable') }))).toBe('unknown');
});
