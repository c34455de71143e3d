import { inPoolOrder } from '#venues/raydium-clmm/addresses.ts';
import { fullRange } from '../../pools/orca-whirlpool.ts';
import type { Coin } from './coin.ts';

/**
 * Liquidity in ranges around a price. `coins` and `others` make the price and the liquidity of all ranges together, as if
 * it lay over all prices; each range holds its share in percent, as many ticks to each side of the price.
 */
export interface Ranges {
  readonly coins: bigint;
  readonly others: bigint;
  readonly shares: readonly { readonly percent: bigint; readonly ticks: number }[];
}

/** A position between two ticks. */
export interface Position {
  readonly lower: number;
  readonly upper: number;
  readonly liquidity: bigint;
}

/** The state of a pool of concentrated liquidity: its square-root price (Q64.64) and positions on the tick spacing. */
export interface RangeState {
  readonly coinIsZero: boolean;
  readonly sqrtPrice: bigint;
  readonly positions: readonly Position[];
}

/** Lays ranges around the price; `tickAt` is the venue's own. */
export function layRanges(
  [coin, other]: readonly [Coin, Coin],
  { coins, others, shares }: Ranges,
  tickSpacing: number,
  tickAt: (sqrtPrice: bigint) => number,
): RangeState {
  const coinIsZero = inPoolOrder(coin.mint, other.mint)[0] === coin.mint;
  const { liquidity, sqrtPrice } = fullRange(coinIsZero ? [coins, others] : [others, coins]);
  const onSpacing = (tick: number) => Math.round(tick / tickSpacing) * tickSpacing;
  const centre = tickAt(sqrtPrice);
  const positions = shares.map(({ percent, ticks }) => ({
    lower: onSpacing(centre - ticks),
    upper: onSpacing(centre + ticks),
    liquidity: (liquidity * percent) / 100n,
  }));
  return { coinIsZero, sqrtPrice, positions };
}

/** The tick, which must lie in every position: beyond an end a swap changes liquidity, which sample trades do not write. */
export function within(positions: readonly Position[], tick: number): number {
  if (positions.some(({ lower, upper }) => tick < lower || tick >= upper))
    throw new Error(`tick ${tick} leaves a range`);
  return tick;
}
