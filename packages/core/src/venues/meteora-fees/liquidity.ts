import { ceilDiv, U128_MAX } from '../arithmetic.ts';

/** One in Q64.64. */
export const ONE = 1n << 64n;

const BITS = 19;

/**
 * Liquidity between square-root prices as both programs compute it (`liquidity_handler/concentrated_liquidity.rs`,
 * `curve.rs`). Prices are Q64.64, liquidity carries 64 bits more than tokens do, so that both together are Q128.
 */
const SCALE = 128n;
const FRACTION = (1n << SCALE) - 1n;

/** Units of the first token (A, base) between two square-root prices above 0, `low` first. */
export function firstBetween(low: bigint, high: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const numerator = liquidity * (high - low);
  return roundUp ? ceilDiv(numerator, low * high) : numerator / (low * high);
}

/** Units of the second token (B, quote) between two square-root prices, `low` first. */
export function secondBetween(low: bigint, high: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const product = liquidity * (high - low);
  return roundUp ? (product + FRACTION) >> SCALE : product >> SCALE;
}

/** The square-root price once `amount` of the first token went in: rounded up. Liquidity and price above 0. */
export function priceAfterFirst(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  return amount === 0n ? sqrtPrice : ceilDiv(liquidity * sqrtPrice, liquidity + amount * sqrtPrice);
}

/** How many bits an inverse has beyond those that `SCALE` asks for. */
const SPARE = 192n;

/** The dividend for liquidity above 0 in `priceAfterSecond`: 2^320 over the liquidity, rounded up. */
export function inverseOf(liquidity: bigint): bigint {
  return ceilDiv(1n << (SCALE + SPARE), liquidity);
}

/**
 * The square-root price once `amount` of the second token went in, rounded down: higher by `amount << SCALE` over the
 * liquidity. To multiply by the inverse takes half the time of that division, and is exact for an amount below 2^64 and a
 * liquidity below 2^128: it gives too much by less than 2^64 / 2^SPARE, and a quotient that is not whole lacks more to the
 * next one.
 */
export function priceAfterSecond(sqrtPrice: bigint, inverse: bigint, amount: bigint): bigint {
  return sqrtPrice + ((amount * inverse) >> SPARE);
}

/**
 * A Q64.64 number to a whole power, rounded as `pow` in `math/fee_math.rs` of both programs rounds: bases of one and more
 * are turned around first. Null where the programs find no result: nothing is left of it, or it needs more than 19 bits.
 */
export function power(base: bigint, exponent: number): bigint | null {
  if (exponent === 0) return ONE;
  if (exponent >= 2 ** BITS || base < 0n) return null;
  const turned = base >= ONE;
  let square = turned ? U128_MAX / base : base;
  let result = ONE;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1) result = (result * square) >> 64n;
    square = (square * square) >> 64n;
  }
  if (result === 0n) return null;
  return turned ? U128_MAX / result : result;
}
