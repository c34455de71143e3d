import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  credit,
  exchangeEvidence,
  funding,
  label,
  week,
  weekSource,
} from '../../../../test/support/funder-evidence.ts';
import type { WeekSource } from '../evidence.ts';
import { judgeFunder } from '../verdict.ts';
import { laterMoney } from './later-money.ts';

const SOL = 1_000_000_000n;
const flagsOf = (evidence: Parameters<typeof laterMoney.judge>[0]) => {
  const finding = laterMoney.judge(evidence);
  return finding.outcome === 'raised' ? finding.flags : finding.outcome;
};

const first = weekSource({ label: label(), lamports: SOL / 100n });
const small = known(funding({ credits: [credit({ lamports: SOL / 100n })] }));
const and = (...others: Partial<WeekSource>[]) =>
  exchangeEvidence({
    funding: small,
    firstWeek: known(week({ sources: [first, ...others.map((one) => weekSource({ source: 'other', ...one }))] })),
  });

it('flags much money of others after a little of an exchange, and lowers the confidence', () => {
  const judged = judgeFunder(and({ lamports: 500n * SOL }));
  expect([judged.verdict, judged.confidencePercent]).toEqual(['CEX_FUNDED', 85]);
  expect(judged.flags).toContain('LATER_MONEY_DWARFS_FIRST');
  expect(judgeFunder(exchangeEvidence()).confidencePercent).toBe(95);
});

it('sums many senders, dollars, and money without a sender', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({ source: `sender ${n}`, lamports: SOL / 100n }));
  expect(flagsOf(and(...many))).toEqual(['LATER_MONEY_DWARFS_FIRST']);
  expect(flagsOf(and({ lamports: 0n, dollars: 10_000_000n }))).toEqual(['LATER_MONEY_DWARFS_FIRST']);
  expect(flagsOf(and({ lamports: 0n, dollars: 9_999_999n }))).toBe('clear');
  expect(flagsOf(and({ source: null, lamports: SOL }))).toEqual(['LATER_MONEY_DWARFS_FIRST']);
});

it('is not raised by dust, nor below four times the money of the first source', () => {
  expect(flagsOf(and({ lamports: SOL / 10n - 1n }))).toBe('clear');
  expect(flagsOf(and({ lamports: SOL / 10n }))).toEqual(['LATER_MONEY_DWARFS_FIRST']);
  const rich = (lamports: bigint) =>
    exchangeEvidence({
      firstWeek: known(week({ sources: [weekSource({ lamports: SOL }), weekSource({ source: 'other', lamports })] })),
    });
  expect(flagsOf(rich(4n * SOL - 1n))).toBe('clear');
  expect(flagsOf(rich(4n * SOL))).toEqual(['LATER_MONEY_DWARFS_FIRST']);
});

it('counts other accounts of exchanges as no others, unless the label is weak', () => {
  expect(flagsOf(and({ lamports: 500n * SOL, label: label() }))).toBe('clear');
  expect(flagsOf(and({ lamports: 500n * SOL, label: label({ grade: 'weak' }) }))).toEqual(['LATER_MONEY_DWARFS_FIRST']);
  expect(flagsOf(and({ lamports: 500n * SOL, label: label({ fundingClass: 'service' }) }))).toEqual([
    'LATER_MONEY_DWARFS_FIRST',
  ]);
});

it('says what was not read: transactions, or a balance that the seven days do not explain', () => {
  const holding = (lamports: bigint) => ({ exists: true, lamports, ownedBySystem: true, executable: false });
  expect(flagsOf(exchangeEvidence({ firstWeek: known(week({ whole: false })) }))).toEqual(['LATER_MONEY_NOT_READ']);
  expect(flagsOf(exchangeEvidence({ account: known(holding(SOL)) }))).toEqual(['LATER_MONEY_NOT_READ']);
  expect(flagsOf(exchangeEvidence({ account: known(holding(SOL - 1n)) }))).toBe('clear');
  const million = [weekSource({ lamports: SOL })];
  const grown = { firstWeek: known(week({ sources: million })), account: known(holding(10n * SOL - 1n)) };
  expect(flagsOf(exchangeEvidence(grown))).toBe('clear');
});

it('is unknown without the seven days, which lowers the confidence alike', () => {
  const unread = exchangeEvidence({ firstWeek: missing('first_week', 'deadline') });
  expect(flagsOf(unread)).toBe('unknown');
  expect(judgeFunder(unread)).toMatchObject({ verdict: 'CEX_FUNDED', confidencePercent: 85 });
});
