import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { exchangeEvidence, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import type { Cohort } from '../evidence.ts';
import { cohort } from './cohort.ts';

const flagsOf = (evidence: Parameters<typeof cohort.judge>[0]) => {
  const finding = cohort.judge(evidence);
  return finding.outcome === 'raised' ? finding.flags : finding.outcome;
};
const of = (over: Partial<Cohort>) => {
  const { alike = 1, inTransaction = 1 } = over;
  const counts = { alike, inTransaction, funded: alike, fundedInTransaction: inTransaction, near: alike };
  const read = { lamports: 1_234_567_890n, seen: 9, transactionsRead: 9, whole: true };
  return exchangeEvidence({ cohort: known({ ...read, ...counts, ...over }) });
};

it('wants five accounts with an uneven amount, three in one transaction', () => {
  expect(flagsOf(of({}))).toBe('clear');
  expect(flagsOf(of({ alike: 4 }))).toBe('clear');
  expect(flagsOf(of({ alike: 5 }))).toEqual(['SAME_MINUTE_COHORT']);
  expect(flagsOf(of({ alike: 3, inTransaction: 2 }))).toBe('clear');
  expect(flagsOf(of({ alike: 3, inTransaction: 3 }))).toEqual(['EQUAL_BATCH']);
});

it.each([
  ['1 SOL', 1_000_000_000n, true],
  ['1 SOL less a fee', 992_000_000n, true],
  ['0.25 SOL', 250_000_000n, true],
  ['15 SOL', 15_000_000_000n, true],
  ['2.2 SOL', 2_200_000_000n, false],
  ['0.8437 SOL', 843_700_000n, false],
])('wants twice as many where chance makes the amounts equal: %s', (_, lamports, even) => {
  expect(flagsOf(of({ lamports, alike: 9 }))).toEqual(even ? 'clear' : ['SAME_MINUTE_COHORT']);
  expect(flagsOf(of({ lamports, alike: 10 }))).toEqual(['SAME_MINUTE_COHORT']);
  expect(flagsOf(of({ lamports, alike: 5, inTransaction: 5 }))).toEqual(
    even ? 'clear' : ['SAME_MINUTE_COHORT', 'EQUAL_BATCH'],
  );
  expect(flagsOf(of({ lamports, alike: 6, inTransaction: 6 }))).toContain('EQUAL_BATCH');
});

it('counts accounts with some lamports of their own, more of them where chance makes the amounts equal', () => {
  expect(flagsOf(of({ funded: 5 }))).toEqual(['SAME_MINUTE_COHORT']);
  expect(flagsOf(of({ fundedInTransaction: 3 }))).toEqual(['EQUAL_BATCH']);
  const even = { lamports: 1_000_000_000n };
  expect(flagsOf(of({ ...even, funded: 15, fundedInTransaction: 9 }))).toBe('clear');
  expect(flagsOf(of({ ...even, funded: 16, fundedInTransaction: 10 }))).toEqual(['SAME_MINUTE_COHORT', 'EQUAL_BATCH']);
});

it('wants twelve new accounts where amounts differ a little', () => {
  expect(flagsOf(of({ near: 11 }))).toBe('clear');
  expect(flagsOf(of({ near: 12 }))).toEqual(['SAME_MINUTE_COHORT']);
});

it('asks nothing of a source without a label, and does not know what was not read', () => {
  expect(flagsOf(walletEvidence())).toBe('not_applicable');
  expect(flagsOf(exchangeEvidence())).toBe('not_applicable');
  expect(flagsOf(exchangeEvidence({ cohort: missing('cohort', 'deadline') }))).toBe('unknown');
});
