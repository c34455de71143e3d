/** Square-root prices in Q64.64: of the ends of a range, and of the pool. */
export interface RangePrices {
  readonly lower: bigint;
  readonly upper: bigint;
  readonly now: bigint;
}

/**
 * What stands in a position in which the pool trades, in atomic units of the second token at the present price: liquidity
 * times (√p - √lower) of that token, and times (1/√p - 1/√upper) of the first, which is worth p. 0 where the price is outside.
 */
export function worthInRange(liquidity: bigint, { lower, upper, now }: RangePrices): bigint {
  if (now < lower || now >= upper) return 0n;
  return (liquidity * (2n * now - lower - (now * now) / upper)) >> 64n;
}
