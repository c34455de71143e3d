import { isRefused } from '../refusal.ts';
import type { LegRefused, Path, Toll } from './path.ts';
import { type RoundTrip, roundTrip } from './round-trip.ts';
import { type NetworkTerms, type Trade, tradeOf } from './trade.ts';

/** What trades are made of: the paths there are, what the mint and the network take. */
export interface Ground {
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

/** A second path is looked for among this many of the cheapest others. */
const PARTNERS_MAX = 3;
/** A split is looked for to this part of the size: finer ones change less than a basis point. */
const SPLIT_STEPS = 64n;

/** The cheapest way to make a round trip of `size` lamports: along one path, or split over two that share no pool. */
export function bestTrade(ground: Ground, size: bigint): Best {
  const tried = ground.paths.map((path) => ({ path, outcome: roundTrip(path, size, ground.toll) }));
  const single = cheapest(tried.flatMap(({ outcome }) => whole(ground, outcome)));
  const split = cheapest(splits(ground, size, single, tried));
  return { trade: cheapest([single, split].filter((trade) => trade !== null)), tried };
}

function whole(ground: Ground, outcome: RoundTrip | LegRefused): readonly Trade[] {
  return isRefused(outcome) ? [] : [tradeOf([outcome], ground.network)];
}

/** The first of equals, so that the order of paths decides and nothing else. */
function cheapest(trades: readonly Trade[]): Trade | null {
  return trades.reduce<Trade | null>((best, trade) => (best === null || trade.cost < best.cost ? trade : best), null);
}

/**
 * Where one path carries the size, its partners are the cheapest others; where none does, the paths that carry half of it are
 * each other's.
 */
function splits(ground: Ground, size: bigint, single: Trade | null, tried: readonly Tried[]): readonly Trade[] {
  const ranked = ranking(ground, size, tried);
  const first = single?.trips[0]?.path ?? ranked[0];
  if (!first) return [];
  const partners = ranked.filter((path) => disjoint(first, path)).slice(0, PARTNERS_MAX);
  return partners.flatMap((second) => {
    const found = bestSplit(ground, size, first, second);
    return found === null ? [] : [found];
  });
}

/** The paths by what half of the size costs on them. */
function ranking(ground: Ground, size: bigint, tried: readonly Tried[]): readonly Path[] {
  const halves = tried.flatMap(({ path }) => {
    const trip = size < 2n ? null : roundTrip(path, size / 2n, ground.toll);
    return trip === null || isRefused(trip) ? [] : [{ path, back: trip.back }];
  });
  return halves.sort((a, b) => (a.back > b.back ? -1 : a.back < b.back ? 1 : 0)).map(({ path }) => path);
}

function disjoint(a: Path, b: Path): boolean {
  return !a.hops.some(({ pool }) => b.hops.some((other) => other.pool.address === pool.address));
}

/** The cost of a split has one valley in the share, so its bottom is found by thirds. */
function bestSplit(ground: Ground, size: bigint, first: Path, second: Path): Trade | null {
  const at = (step: bigint): Trade | null => {
    const share = (size * step) / SPLIT_STEPS;
    if (share <= 0n || share >= size) return null;
    const one = roundTrip(first, share, ground.toll);
    const other = isRefused(one) ? one : roundTrip(second, size - share, ground.toll);
    return isRefused(one) || isRefused(other) ? null : tradeOf([one, other], ground.network);
  };
  let [low, high] = [1n, SPLIT_STEPS - 1n];
  while (high - low > 2n) {
    const [left, right] = [low + (high - low) / 3n, high - (high - low) / 3n];
    const [a, b] = [at(left), at(right)];
    // A side that cannot be made lies where one of the pools is asked for too much.
    if (a === null && b === null) return scan(at);
    if (b === null || (a !== null && a.cost <= b.cost)) high = right;
    else low = left;
  }
  return cheapest([low, low + 1n, high].flatMap((step) => at(step) ?? []));
}

function scan(at: (step: bigint) => Trade | null): Trade | null {
  const steps = Array.from({ length: Number(SPLIT_STEPS) - 1 }, (_, index) => BigInt(index + 1));
  return cheapest(steps.flatMap((step) => at(step) ?? []));
}
