import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { book, foundBy, judged, mintOf, NOW, SOL } from '../../../../test/support/wallet-evidence.ts';
import { unmatchedBasis } from './unmatched-basis.ts';

it('sets what has no basis apart as long as it is not most of the proceeds', () => {
  expect(foundBy(unmatchedBasis, judged({}, { unmatchedBps: 5_000 }))).toBe('clear');
  expect(foundBy(unmatchedBasis, judged({}, { unmatchedBps: 5_001 }))).toEqual(['UNMATCHED_BASIS']);
  expect(foundBy(unmatchedBasis, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});

it('allows a fifth of the proceeds to be from before the window, whose losses are not seen', () => {
  expect(foundBy(unmatchedBasis, judged({}, { unmatchedBps: 5_000, beforeWindowBps: 2_000 }))).toBe('clear');
  expect(foundBy(unmatchedBasis, judged({}, { unmatchedBps: 2_001, beforeWindowBps: 2_001 }))).toEqual([
    'BASIS_BEFORE_WINDOW',
  ]);
});

it('says that there are such sales, however few', () => {
  const sale = { mint: mintOf(0), currency: 'sol' as const, amount: SOL, receivedAt: 0, soldAt: NOW };
  expect(foundBy(unmatchedBasis, judged({ book: known(book({ unmatchedSales: [sale] })) }))).toEqual([
    'SOLD_WITHOUT_BASIS',
  ]);
});
