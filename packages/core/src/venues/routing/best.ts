import { isRefused } from '../venue.ts';
import type { Steps } from './cost.ts';
import type { LegRefused, Path, Toll } from './path.ts';
import { type RoundTrip, roundTrip } from './round-trip.ts';
import { type NetworkTerms, type Trade, tradeOf } from './trade.ts';

/** The inputs of trades: the available paths, and the charges of the mint and the network. */
export interface Routing {
  readonly paths: readonly Path[];
  readonly toll: Toll;
  readonly network: NetworkTerms;
}

/** A path on its own: the round trip of the whole size, or which leg is refused. */
export interface Tried {
  readonly path: Path;
  readonly outcome: RoundTrip | LegRefused;
}

/** The cheapest trade, null where no path carries it, and what every path alone would do. */
export interface Best {
  readonly trade: Trade | null;
  readonly tried: readonly Tried[];
}

/** The number of other paths, cheapest first, that are tried as the second one. */
const PARTNERS_MAX = 3;
/** Splits are searched to this part of the size: finer ones change less than a basis point. */
const SPLIT_STEPS = 64n;

/** The cheapest way to make a round trip of `size` lamports: along one path, or split over two that share no pool. */
export function* bestTrade(routing: Routing, size: bigint): Steps<Best> {
  const tried: Tried[] = [];
  for (const path of routing.paths) {
    tried.push({ path, outcome: roundTrip(path, size, routing.toll) });
    yield;
  }
  const single = cheapest(tried.flatMap(({ outcome }) => whole(routing, outcome)));
  const split = cheapest(yield* splits(routing, size, single, tried));
  return { trade: cheapest([single, split].filter((trade) => trade !== null)), tried };
}

function whole(routing: Routing, outcome: RoundTrip | LegRefused): readonly Trade[] {
  return isRefused(outcome) ? [] : [tradeOf([outcome], routing.network)];
}

/** The first of equals, so that the order of paths decides and nothing else. */
function cheapest(trades: readonly Trade[]): Trade | null {
  return trades.reduce<Trade | null>((best, trade) => (best === null || trade.cost < best.cost ? trade : best), null);
}

/**
 * Where one path carries the size, its partners are the cheapest others; where none does, the paths that carry half of it are
 * each other's.
 */
function* splits(
  routing: Routing,
  size: bigint,
  single: Trade | null,
  tried: readonly Tried[],
): Steps<readonly Trade[]> {
  const ranked = yield* ranking(routing, size, tried);
  const first = single?.trips[0]?.path ?? ranked[0];
  if (!first) return [];
  const partners = ranked.filter((path) => disjoint(first, path)).slice(0, PARTNERS_MAX);
  const found: Trade[] = [];
  for (const second of partners) {
    const trade = yield* bestSplit({ routing, size, first, second });
    if (trade !== null) found.push(trade);
  }
  return found;
}

/** The paths by what half of the size costs on them. */
function* ranking(routing: Routing, size: bigint, tried: readonly Tried[]): Steps<readonly Path[]> {
  const halves: { readonly path: Path; readonly back: bigint }[] = [];
  for (const { path } of tried) {
    const trip = size < 2n ? null : roundTrip(path, size / 2n, routing.toll);
    if (trip !== null && !isRefused(trip)) halves.push({ path, back: trip.back });
    yield;
  }
  return halves.sort((a, b) => (a.back > b.back ? -1 : a.back < b.back ? 1 : 0)).map(({ path }) => path);
}

function disjoint(a: Path, b: Path): boolean {
  return !a.hops.some(({ pool }) => b.hops.some((other) => other.pool.address === pool.address));
}

/** A size that two paths share. */
interface Split {
  readonly routing: Routing;
  readonly size: bigint;
  readonly first: Path;
  readonly second: Path;
}

/** The cost of a split has one valley in the share, so its bottom is found by thirds. */
function* bestSplit(split: Split): Steps<Trade | null> {
  let [low, high] = [1n, SPLIT_STEPS - 1n];
  while (high - low > 2n) {
    const [left, right] = [low + (high - low) / 3n, high - (high - low) / 3n];
    const a = splitAt(split, left);
    yield;
    const b = splitAt(split, right);
    yield;
    // A side that cannot be made lies where one of the pools is asked for too much.
    if (a === null && b === null) return yield* scan(split, 1n, SPLIT_STEPS - 1n);
    if (b === null || (a !== null && a.cost <= b.cost)) high = right;
    else low = left;
  }
  return yield* scan(split, low, high);
}

/** The cheapest of all shares between two, both included. */
function* scan(split: Split, low: bigint, high: bigint): Steps<Trade | null> {
  let best: Trade | null = null;
  for (let step = low; step <= high; step += 1n) {
    best = cheapest([best, splitAt(split, step)].filter((trade) => trade !== null));
    yield;
  }
  return best;
}

function splitAt({ routing, size, first, second }: Split, step: bigint): Trade | null {
  const share = (size * step) / SPLIT_STEPS;
  if (share <= 0n || share >= size) return null;
  const one = roundTrip(first, share, routing.toll);
  const other = isRefused(one) ? one : roundTrip(second, size - share, routing.toll);
  return isRefused(one) || isRefused(other) ? null : tradeOf([one, other], routing.network);
}
