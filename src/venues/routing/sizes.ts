import { isRefused } from '../refusal.ts';
import type { Ground } from './best.ts';
import { roundTrip } from './round-trip.ts';
import { costBps, type Trade, tradeOf } from './trade.ts';

/** The largest size is told to this part of itself. */
const PRECISION = 1_000n;

/**
 * The largest size in lamports, at most `max`, whose round trip along the best single path costs at most `bps` basis points;
 * null where even `min` costs more. Rounded down to a thousandth of itself.
 */
export function largestSize(ground: Ground, bps: bigint, { min, max }: { min: bigint; max: bigint }): bigint | null {
  const affordable = (size: bigint): boolean => {
    const trade = bestSingle(ground, size);
    return trade !== null && costBps(trade) <= bps;
  };
  if (affordable(max)) return max;
  // Small sizes are dear as well, for the network's fees do not shrink: the search comes from above.
  let above = max;
  let size = max / 2n;
  while (size >= min && !affordable(size)) [above, size] = [size, size / 2n];
  if (size < min) return affordable(min) ? min : null;
  while (above - size > size / PRECISION + 1n) {
    const middle = (above + size) / 2n;
    if (affordable(middle)) size = middle;
    else above = middle;
  }
  return size;
}

/** The cheapest round trip of `size` lamports along one path, null where none carries it. */
export function bestSingle({ paths, toll, network }: Ground, size: bigint): Trade | null {
  let best: Trade | null = null;
  for (const path of paths) {
    const trip = roundTrip(path, size, toll);
    if (isRefused(trip)) continue;
    const trade = tradeOf([trip], network);
    if (best === null || trade.cost < best.cost) best = trade;
  }
  return best;
}
