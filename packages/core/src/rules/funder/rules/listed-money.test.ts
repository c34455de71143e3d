import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  exchangeEvidence,
  hop,
  label,
  source,
  walletEvidence,
  week,
  weekSource,
} from '../../../../test/support/funder-evidence.ts';
import { judgeFunder } from '../verdict.ts';
import { listedMoney } from './listed-money.ts';

const flagsOf = (evidence: Parameters<typeof listedMoney.judge>[0]) => {
  const finding = listedMoney.judge(evidence);
  return finding.outcome === 'raised' ? finding.flags : finding.outcome;
};
const sanctioned = label({ fundingClass: 'sanctioned', grade: 'weak' });
const drainer = label({ fundingClass: 'exploiter' });

it('names the source, and funders one and two hops behind it', () => {
  expect(flagsOf(walletEvidence({ source: known(source({ label: sanctioned })) }))).toEqual(['SANCTIONED_MONEY']);
  expect(flagsOf(walletEvidence({ hop: known(hop({ funderLabel: sanctioned })) }))).toEqual(['SANCTIONED_MONEY']);
  expect(flagsOf(walletEvidence({ hop3: known(hop({ funderLabel: drainer })) }))).toEqual(['FLAGGED_MONEY']);
  expect(flagsOf(walletEvidence({ hop: known(hop()) }))).toBe('clear');
  expect(flagsOf(walletEvidence({ hop: known(hop()), source: missing('source', 'deadline') }))).toBe('clear');
});

it.each(['label', 'programLabel'] as const)('gives the first money of a sanctioned %s a code of its own', (which) => {
  const judged = judgeFunder(walletEvidence({ source: known(source({ [which]: sanctioned })) }));
  expect([judged.verdict, judged.reasons.map(({ code, severity }) => [code, severity])]).toEqual([
    'UNKNOWN_ORIGIN',
    [['SANCTIONED_SOURCE', 'critical']],
  ]);
});

it('names later money of weight, and no speck that taints a stranger', () => {
  const later = (lamports: bigint) =>
    exchangeEvidence({
      firstWeek: known(week({ sources: [weekSource(), weekSource({ source: 'late', label: sanctioned, lamports })] })),
    });
  expect(flagsOf(later(99_999_999n))).toBe('clear');
  expect(flagsOf(later(100_000_000n))).toEqual(['SANCTIONED_MONEY']);
  expect(judgeFunder(later(100_000_000n))).toMatchObject({ verdict: 'CEX_FUNDED', confidencePercent: 85 });
  const most = week({ sources: [weekSource({ source: 'late', label: drainer, lamports: 60_000_000n }), weekSource()] });
  expect(flagsOf(exchangeEvidence({ firstWeek: known(most) }))).toEqual(['FLAGGED_MONEY']);
  const speck = week({ sources: [weekSource({ source: 'late', label: sanctioned, lamports: 9_999_999n })] });
  expect(flagsOf(exchangeEvidence({ firstWeek: known(speck) }))).toBe('clear');
});
