import { describe, expect, it } from 'vitest';
import { isRefused } from '../venue.ts';
import { AdaptiveFee } from './adaptive-fee.ts';
import type { FeeConstants, FeeVariables } from './oracle.ts';
import { swap, type WhirlpoolState } from './quote.ts';
import type { WhirlpoolTick } from './tick-array.ts';
import { sqrtPriceAt } from './tick-math.ts';

const NOW = 1_785_000_000n;
const TICK = -20_000;
const WIDTH = 88 * 64;
/** Groups of one tick: a swap over a few thousand ticks passes more of them than a transaction can count one by one. */
const CONSTANTS: FeeConstants = {
  filterPeriod: 30n,
  decayPeriod: 600n,
  reductionFactor: 5_000,
  controlFactor: 4_000,
  maxAccumulator: 1_000_000,
  groupSize: 1,
  majorSwapTicks: 64,
};
/** So new that a swap begins with them as they are. */
const VARIABLES: FeeVariables = {
  referenceUpdatedAt: NOW - 1n,
  majorSwapAt: NOW - 1n,
  reference: 0,
  groupReference: TICK,
  accumulator: 0,
};
/** With 4 * 10^10 of liquidity each moves the price by about 5,000 ticks. */
const DIRECTIONS = [
  { way: 'falling', zeroForOne: true, amount: 31_000_000_000n, onwards: -1 },
  { way: 'rising', zeroForOne: false, amount: 4_200_000_000n, onwards: 1 },
] as const;

/** A pool with static fee whose three arrays each way were read. */
function poolOf(feeRate: bigint, ticks: readonly WhirlpoolTick[] = [], liquidity = 40_000_000_000n): WhirlpoolState {
  const starts = [-6, -5, -4, -3, -2].map((array) => array * WIDTH);
  const within = (start: number) => ticks.filter(({ index }) => index >= start && index < start + WIDTH);
  const arrays = new Map(starts.map((start) => [start, within(start)]));
  const place = { sqrtPrice: sqrtPriceAt(TICK), tick: TICK };
  return { tickSpacing: 64, feeRate, protocolFeeRate: 1_300n, liquidity, ...place, arrays, adaptive: null };
}

function adapting(
  pool: WhirlpoolState,
  constants: Partial<FeeConstants>,
  variables: Partial<FeeVariables>,
): WhirlpoolState {
  const state = { constants: { ...CONSTANTS, ...constants }, variables: { ...VARIABLES, ...variables }, now: NOW };
  return { ...pool, adaptive: state };
}

function amounts(pool: WhirlpoolState, amount: bigint, zeroForOne: boolean): object {
  const swapped = swap(pool, amount, zeroForOne);
  if (isRefused(swapped)) throw new Error(`${swapped.refused}: ${swapped.detail}`);
  const { received, fee, protocolFee, afterwards } = swapped;
  return { received, fee, protocolFee, sqrtPrice: afterwards().sqrtPrice };
}

describe.each(DIRECTIONS)('an adaptive fee with the price $way', ({ zeroForOne, amount, onwards }) => {
  const same = (adaptive: WhirlpoolState, fixed: WhirlpoolState, size: bigint = amount) =>
    expect(amounts(adaptive, size, zeroForOne)).toEqual(amounts(fixed, size, zeroForOne));

  it('stays at its maximum in one stretch behind the groups where it changes', () => {
    // The highest is 4,000 * (1,000,000 * 1)^2 / 10^13 = 400 on top of the base.
    same(adapting(poolOf(3_000n), {}, { groupReference: TICK - onwards * 10_000 }), poolOf(3_400n));
  });

  it('is at its maximum in one stretch up to the groups where it changes, and in one behind them', () => {
    const groupReference = TICK + onwards * 2_400;
    // The reference is at the maximum already, so that only the group of the reference itself is a stretch of its own.
    const ends = [groupReference, groupReference + 1].map((index) => ({ index, net: 0n }));
    same(adapting(poolOf(3_000n), {}, { reference: 1_000_000, groupReference }), poolOf(3_400n, ends));
  });

  it('is the base in one stretch where movements add nothing to it', () => {
    same(adapting(poolOf(3_000n), { controlFactor: 0, maxAccumulator: 400_000_000 }, {}), poolOf(3_000n));
  });

  it('counts the groups of a gap without liquidity, which is one stretch', () => {
    const ticks = [{ index: TICK + onwards * 4_000, net: BigInt(onwards) * 40_000_000_000n }];
    // A falling price enters the group below its tick, the 4,001st: 20 * (40,010,000)^2 / 10^13 = 3,201.6, rounded up.
    const rate = zeroForOne ? 6_202n : 6_200n;
    const constants = { controlFactor: 20, maxAccumulator: 400_000_000 };
    same(adapting(poolOf(3_000n, ticks, 0n), constants, {}), poolOf(rate, ticks, 0n), 500_000n);
  });

  it('is kept from falling by a swap over the major number of ticks, and not by one of less', () => {
    const variables = { ...VARIABLES, majorSwapAt: 5n };
    const fee = new AdaptiveFee({ constants: CONSTANTS, variables, now: NOW }, TICK, zeroForOne);
    const low = sqrtPriceAt(TICK);
    const major = (low * sqrtPriceAt(64)) >> 64n;
    const settledAt = (high: bigint) => (zeroForOne ? fee.settled(high, low) : fee.settled(low, high)).majorSwapAt;
    expect([settledAt(major - 1n), settledAt(major)]).toEqual([5n, NOW]);
  });
});
