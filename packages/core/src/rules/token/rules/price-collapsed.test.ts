import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, market, NOW, reasonOf, tokenEvidence, trades } from '../../../../test/support/token-evidence.ts';
import type { MarketPrice } from '../evidence.ts';
import { priceCollapsed } from './price-collapsed.ts';

const PROVEN = 300;
const HOUR = 3_600;
const DAY = 86_400;

/** Prices by how many seconds ago they were. */
const prices = (...all: readonly (readonly [number, number])[]): readonly MarketPrice[] =>
  all.map(([ago, price]) => ({ time: NOW - ago, lamportsPerTrillion: BigInt(price) }));

const of = (present: number, of: readonly MarketPrice[], before: readonly MarketPrice[] = []) =>
  tokenEvidence({
    trades: known(trades({ prices: of, lamportsPerTrillion: BigInt(present) })),
    market: known(market({ prices: before })),
  });
const found = (...input: Parameters<typeof of>) => foundBy(priceCollapsed, of(...input));

it('is a fall of ninety percent from the best price', () => {
  const high = prices([5 * DAY, 100_000], [4 * DAY, 100_000]);
  expect([10_001, 10_000, 5].map((present) => found(present, high))).toEqual([
    'clear',
    ['PRICE_COLLAPSED'],
    ['PRICE_COLLAPSED'],
  ]);
});

it('takes the best price of the whole market, not of the newest trades alone', () => {
  const before = prices([20 * DAY, 90_000], [19 * DAY, 100_000]);
  const evidence = of(5_000, prices([HOUR, 5_000], [PROVEN, 5_000]), before);
  expect(reasonOf(priceCollapsed, evidence)).toMatchObject({
    message: 'The price is 94.44 % below its best proven one.',
    evidence: {
      drawdown_bps: 9_444,
      best_at_unix: NOW - 19 * DAY,
      best_lamports_per_trillion: '90000',
      present_lamports_per_trillion: '5000',
    },
  });
});

it('trusts no price of a moment', () => {
  const spike = [3 * DAY, 3 * DAY - 299].map((ago) => [ago, 100_000] as const);
  expect(found(9_000, prices([5 * DAY, 9_000], ...spike, [2 * DAY, 9_000]))).toBe('clear');
  expect(found(9_000, prices([3 * DAY, 100_000], [3 * DAY - PROVEN, 100_000]))).toEqual(['PRICE_COLLAPSED']);
});

it('takes the lowest price of the last day, which a purchase before the check does not lift', () => {
  const high = prices([5 * DAY, 100_000], [4 * DAY, 100_000]);
  const lows = (hours: number) => prices([hours * HOUR, 5_000], [hours * HOUR - PROVEN, 5_000]);
  expect([23, 25].map((hours) => found(50_000, [...high, ...lows(hours)]))).toEqual([['PRICE_COLLAPSED'], 'clear']);
});

it('is no rise from a low price', () => {
  expect(found(100_000, prices([20 * HOUR, 1], [19 * HOUR, 1], [HOUR, 100_000]))).toBe('clear');
});

it('claims nothing where no price is proven', () => {
  expect(found(1, [])).toBe('clear');
  expect(found(1, prices([DAY, 100_000]))).toBe('clear');
});

it('trusts no prices among noise', () => {
  const crowd = (listed: number, idle: number, failed = 0) =>
    foundBy(priceCollapsed, tokenEvidence({ trades: known(trades({ seen: { listed, failed, read: 24, idle } })) }));
  expect([crowd(25, 13), crowd(25, 12), crowd(24, 24)]).toEqual([['PRICE_HISTORY_CROWDED'], 'clear', 'clear']);
  expect([crowd(30, 13, 6), crowd(1_000, 0, 899)]).toEqual(['clear', 'clear']);
  expect(crowd(1_000, 0, 900)).toEqual(['PRICE_HISTORY_CROWDED']);
  const younger = known(market({ provenSince: NOW - 3_600 }));
  const noise = known(trades({ seen: { listed: 25, failed: 0, read: 24, idle: 24 } }));
  expect(foundBy(priceCollapsed, tokenEvidence({ trades: noise, market: younger }))).toBe('clear');
});

it('needs a market and its trades', () => {
  expect(foundBy(priceCollapsed, tokenEvidence({ trades: missing('trades', 'deadline') }))).toBe('unknown');
});
