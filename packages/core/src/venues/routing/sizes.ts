import { isRefused } from '../venue.ts';
import type { Routing } from './best.ts';
import type { Steps } from './cost.ts';
import type { Path } from './path.ts';
import { roundTrip } from './round-trip.ts';
import { costBps, type Trade, tradeOf } from './trade.ts';

/** The largest size is exact to this part of itself. */
const PRECISION = 1_000n;

/** The range of sizes in lamports in which the largest one is searched. */
export interface SizeRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** The largest size in lamports, null where even the smallest costs more. */
export interface LargestSize {
  readonly lamports: bigint | null;
  /** True if a path ends there because no further account was read, so that more might stay within the bound. */
  readonly endsUnread: boolean;
}

/**
 * The largest size whose round trip along the best single path costs at most `bps` basis points. Rounded down to a thousandth
 * of itself.
 */
export function* largestSize(routing: Routing, bps: bigint, range: SizeRange): Steps<LargestSize> {
  const { size, above } = yield* search(routing, bps, range);
  if (above === null) return { lamports: size, endsUnread: false };
  for (const path of routing.paths) {
    if (!isUnread(path, above, routing)) continue;
    // Another path may have carried the size this far: the end of this path itself counts.
    const own = yield* search({ ...routing, paths: [path] }, bps, range);
    if (own.above !== null && isUnread(path, own.above, routing)) return { lamports: size, endsUnread: true };
  }
  return { lamports: size, endsUnread: false };
}

/** The largest size within the bound, and the smallest that was found to be beyond it; null where none is. */
interface Found {
  readonly size: bigint | null;
  readonly above: bigint | null;
}

function* search(routing: Routing, bps: bigint, { min, max }: SizeRange): Steps<Found> {
  const affordable = affordableWithin(routing, bps);
  if (yield* affordable(max)) return { size: max, above: null };
  // Small sizes are dear as well, for the network's fees do not shrink: the search comes from above.
  let above = max;
  let size = max / 2n;
  while (size >= min && !(yield* affordable(size))) [above, size] = [size, size / 2n];
  if (size < min) return (yield* affordable(min)) ? { size: min, above } : { size: null, above: min };
  while (above - size > size / PRECISION + 1n) {
    const middle = (above + size) / 2n;
    if (yield* affordable(middle)) size = middle;
    else above = middle;
  }
  return { size, above };
}

/** Whether any path carries a size within the bound. The one that last did is asked first. */
function affordableWithin({ paths, toll, network }: Routing, bps: bigint): (size: bigint) => Steps<boolean> {
  let order = paths;
  return function* affordable(size) {
    for (const path of order) {
      const trip = roundTrip(path, size, toll);
      yield;
      if (isRefused(trip) || costBps(tradeOf([trip], network)) > bps) continue;
      order = [path, ...order.filter((other) => other !== path)];
      return true;
    }
    return false;
  };
}

/** Whether a path cannot carry the size because accounts that it would need were not read. */
function isUnread(path: Path, size: bigint, { toll }: Routing): boolean {
  const trip = roundTrip(path, size, toll);
  return isRefused(trip) && trip.refused === 'not_read';
}

/** The cheapest round trip of `size` lamports along one path, null where none carries it. */
export function bestSingle({ paths, toll, network }: Routing, size: bigint): Trade | null {
  let best: Trade | null = null;
  for (const path of paths) {
    const trip = roundTrip(path, size, toll);
    if (isRefused(trip)) continue;
    const trade = tradeOf([trip], network);
    if (best === null || trade.cost < best.cost) best = trade;
  }
  return best;
}
