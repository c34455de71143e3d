import { describe, expect, it } from 'vitest';
import { isRefused } from '../venue.ts';
import { swap, type WhirlpoolState, type WhirlpoolSwap } from './quote.ts';
import type { WhirlpoolTick } from './tick-array.ts';
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAt } from './tick-math.ts';

const WIDTH = 88 * 64;
const POOL: WhirlpoolState = {
  tickSpacing: 64,
  feeRate: 3_000n,
  protocolFeeRate: 1_300n,
  liquidity: 10n ** 15n,
  sqrtPrice: 1n << 64n,
  tick: 0,
  arrays: new Map(),
  adaptive: null,
};

function swapped(pool: WhirlpoolState, amount: bigint): WhirlpoolSwap {
  const result = swap(pool, amount, true);
  if (isRefused(result)) throw new Error(`${result.refused}: ${result.detail}`);
  return result;
}

describe('the edges of a swap in a Whirlpool', () => {
  it('finds no liquidity beyond either end of the range of prices, whether or not the array there was read', () => {
    const highest = { ...POOL, sqrtPrice: MAX_SQRT_PRICE, tick: MAX_TICK };
    const lowest = { ...POOL, sqrtPrice: MIN_SQRT_PRICE, tick: MIN_TICK };
    expect(swap(highest, 1_000n, false)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(swap(lowest, 1_000n, true)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(swap(highest, 1_000n, true)).toMatchObject({ refused: 'not_read' });
    expect(swap(lowest, 1_000n, false)).toMatchObject({ refused: 'not_read' });
  });

  it('multiplies liquidity by the price that is passed, so that a short stretch of much liquidity fits 256 bits', () => {
    // Tick 360,448 is at about 2^90: 2^103 times the price itself takes more than 192 bits, times a distance of 1 it does not.
    const tick = 64 * WIDTH;
    const [much, little, end] = [1n << 103n, 10n ** 15n, sqrtPriceAt(tick)];
    const arrays = new Map<number, WhirlpoolTick[]>([
      [tick, [{ index: tick, net: much - little }]],
      [tick - WIDTH, []],
      [tick - 2 * WIDTH, []],
      [tick - 3 * WIDTH, []],
    ]);
    const from = { ...POOL, arrays, tick, sqrtPrice: end + 1n, liquidity: much };
    const beyond = { ...from, tick: tick - 1, sqrtPrice: end, liquidity: little };
    expect((much * end) >> 192n).toBeGreaterThan(0n);
    // The stretch takes one unit and one of fee, and gives 2^103 / 2^64.
    expect(swapped(from, 100n).received).toBe((1n << 39n) + swapped(beyond, 98n).received);
  });
});
