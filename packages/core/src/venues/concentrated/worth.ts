/** Square-root prices in Q64.64: of the ends of a range, and of the pool. */
export interface RangePrices {
  readonly lower: bigint;
  readonly upper: bigint;
  readonly now: bigint;
}

/**
 * The contents of a position, in atomic units of the second token at the present price: liquidity times (√p - √lower) of that token as far
 * as the range lies below the price, and times (1/√p - 1/√upper) of the first, which is worth p, as far as it lies above. Out of range it
 * is all of one of the two: its holder can withdraw it as well.
 */
export function positionWorth(liquidity: bigint, { lower, upper, now }: RangePrices): bigint {
  const top = now < upper ? now : upper;
  const bottom = now > lower ? now : lower;
  const second = now > lower ? liquidity * (top - lower) : 0n;
  const first = now < upper ? (liquidity * now * now * (upper - bottom)) / (bottom * upper) : 0n;
  return (second + first) >> 64n;
}
