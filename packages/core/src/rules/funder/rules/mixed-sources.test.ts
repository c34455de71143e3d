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

const shares = (main: bigint, other: Partial<ReturnType<typeof credit>>, isOtherFirst = false) => {
  const credits = [credit({ lamports: main }), credit({ source: 'other', ...other })];
  return walletEvidence({ funding: known(funding({ credits: isOtherFirst ? credits.reverse() : credits })) });
};

it('wants 80 percent from one source', () => {
  expect(codesOf(shares(80_000_000n, { lamports: 20_000_000n }))).toBe('clear');
  expect(codesOf(shares(79_999_999n, { lamports: 20_000_001n }, true))).toEqual(['MIXED_SOURCES']);
  expect(codesOf(shares(50_000_000n, { lamports: 50_000_000n }))).toEqual(['MIXED_SOURCES']);
});

it('tells what others gave later, while that is less, and counts what came before most of the money', () => {
  expect(codesOf(shares(50_000_000n, { lamports: 49_999_999n }))).toEqual(['OTHERS_GAVE_LATER']);
  const parts = (first: bigint, gift: bigint, second: bigint) => {
    const own = [first, second].map((lamports) => credit({ lamports }));
    const [before, after] = own as [ReturnType<typeof credit>, ReturnType<typeof credit>];
    const credits = [before, credit({ source: 'other', lamports: gift }), after];
    return codesOf(walletEvidence({ funding: known(funding({ credits })) }));
  };
  expect(parts(80_000_000n, 60_000_000n, 20_000_000n)).toEqual(['OTHERS_GAVE_LATER']);
  expect(parts(79_999_999n, 60_000_000n, 20_000_001n)).toEqual(['MIXED_SOURCES']);
  expect(parts(1_000_000n, 90_000_000n, 95_000_000n)).toEqual(['MIXED_SOURCES']);
});

it('leaves dust out of the shares, and only dust', () => {
  const small = { lamports: 499_999n };
  expect(codesOf(shares(1_000_000n, small, true))).toEqual(['MIXED_SOURCES']);
  expect(codesOf(shares(1_000_000n, { ...small, recipients: 6 }, true))).toBe('clear');
  expect(codesOf(shares(1_000_000n, { ...small, senderActivity: { signatures: 1_000, spanSeconds: 60 } }, true))).toBe(
    'clear',
  );
  expect(codesOf(shares(1_000_000n, { lamports: 500_000n, recipients: 6 }, true))).toEqual(['MIXED_SOURCES']);
});

it('does not know without the funding', () => {
  expect(codesOf(walletEvidence({ funding: missing('funding', 'unreadable') }))).toBe('unknown');
});
