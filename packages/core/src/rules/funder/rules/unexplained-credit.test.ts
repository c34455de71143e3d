import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { funding, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { unexplainedCredit } from './unexplained-credit.ts';

const codesOf = (evidence: Parameters<typeof unexplainedCredit.judge>[0]) => {
  const finding = unexplainedCredit.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

it('allows one percent', () => {
  const credited = 50_000_000n;
  const share = (unexplainedLamports: bigint) => walletEvidence({ funding: known(funding({ unexplainedLamports })) });
  expect(codesOf(share(credited / 99n))).toBe('clear');
  expect(codesOf(share(credited / 99n + 1n))).toEqual(['UNEXPLAINED_CREDIT']);
  expect(codesOf({ ...share(credited), source: known(null) })).toEqual(['UNEXPLAINED_CREDIT']);
});

it('wants a name for the main source', () => {
  expect(codesOf(walletEvidence({ source: known(source({ address: null })) }))).toEqual(['UNEXPLAINED_CREDIT']);
  expect(codesOf(walletEvidence({ funding: missing('funding', 'unreadable') }))).toBe('unknown');
});
