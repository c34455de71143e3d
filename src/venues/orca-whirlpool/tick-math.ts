import { MAX_TICK, MIN_TICK, NEGATIVE_FACTORS_Q64, POSITIVE_FACTORS_Q96 } from './tick-constants.ts';

const ONE_Q64 = 2 ** 64;
/** ln(1.0001) / 2: how much the logarithm of the square-root price grows from one tick to the next. */
const STEP = Math.log(1.0001) / 2;

/** The square-root price of a tick (within `MIN_TICK` and `MAX_TICK`), Q64.64: `math/tick_math.rs`. */
export function sqrtPriceAt(tick: number): bigint {
  return tick >= 0 ? product(POSITIVE_FACTORS_Q96, 96n, tick) >> 32n : product(NEGATIVE_FACTORS_Q64, 64n, -tick);
}

/** The highest tick whose square-root price is at most `sqrtPrice`, which lies within the range of prices. */
export function tickAt(sqrtPrice: bigint): number {
  // The logarithm only finds the neighbourhood. Which tick it is, exact prices decide.
  let tick = Math.floor(Math.log(Number(sqrtPrice) / ONE_Q64) / STEP);
  tick = Math.min(Math.max(tick, MIN_TICK), MAX_TICK);
  while (tick > MIN_TICK && sqrtPriceAt(tick) > sqrtPrice) tick -= 1;
  while (tick < MAX_TICK && sqrtPriceAt(tick + 1) <= sqrtPrice) tick += 1;
  return tick;
}

function product(factors: readonly bigint[], bits: bigint, exponent: number): bigint {
  let ratio = 1n << bits;
  factors.forEach((factor, bit) => {
    if ((exponent >> bit) % 2 === 1) ratio = (ratio * factor) >> bits;
  });
  return ratio;
}
