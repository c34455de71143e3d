import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { book, foundBy, judged, SOL } from '../../../../test/support/wallet-evidence.ts';
import { stableTrades } from './stable-trades.ts';

it('flags a fifth of the cost in stable coins, and blocks what has no price', () => {
  expect(foundBy(stableTrades, judged({}, { convertedCostBps: 2_000, unpricedBps: 1_000 }))).toBe('clear');
  expect(foundBy(stableTrades, judged({}, { convertedCostBps: 2_001 }))).toEqual(['STABLE_QUOTED']);
  expect(foundBy(stableTrades, judged({}, { unpricedBps: 1_001 }))).toEqual(['UNPRICED_STABLE']);
});

it('keeps what rests on rates away from the best verdict', () => {
  expect(foundBy(stableTrades, judged({}, { convertedBps: 2_000 }))).toBe('clear');
  expect(foundBy(stableTrades, judged({}, { convertedBps: 2_001 }))).toEqual(['CONVERTED_RECORD']);
});

it('flags trades without a price', () => {
  const counts = { transactions: 80, failed: 0, atomicGains: 0, unpricedTrades: 1 };
  const unpriced = judged({ book: known(book({ counts, unpriced: SOL })) });
  expect(foundBy(stableTrades, unpriced)).toEqual(['UNPRICED_TRADES']);
});
