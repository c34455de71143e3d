import { ceilDiv } from '../arithmetic.ts';

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

/** The square-root price once `amount` of the second token went in: rounded down. Liquidity above 0. */
export function priceAfterSecond(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  return sqrtPrice + (amount << SCALE) / liquidity;
}
