import type { CostFacts, RoundTripFacts } from '#checks/trade/evidence.ts';
import { isRefused } from '#venues/refusal.ts';
import { type Best, bestTrade, type Routing } from '#venues/routing/best.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { pathPrice } from '#venues/routing/path.ts';
import { bestSingle, largestSize } from '#venues/routing/sizes.ts';
import { breakEvenBps, costBps, floorBps, type Trade } from '#venues/routing/trade.ts';
import type { Price } from '#venues/venue.ts';
import { inSlices } from '../market/time-slices.ts';

const SOL = 1_000_000_000n;
/** The sizes that every answer compares: 0.1, 0.5, 1, 5 and 10 SOL. */
const USUAL_SIZES = [SOL / 10n, SOL / 2n, SOL, 5n * SOL, 10n * SOL];
const SIZE_MAX = 10_000n * SOL;
const SIZE_MIN = SOL / 10_000n;
/** Sizes beside the one that was asked for are compared on the paths that are cheapest for it. */
const PATHS_COMPARED_MAX = 3;
const BASIS_POINTS = 10_000n;

/**
 * What a round trip of `size` lamports comes to, with what other sizes would along one path. Others get their turn between
 * the parts: pools with many ticks make each of them take a while.
 */
export function costFacts(routing: Routing, size: bigint, boundsBps: readonly number[]): Promise<Costed> {
  return inSlices(costSteps(routing, size, boundsBps));
}

/** The facts, and the trade that they are of. */
interface Costed {
  readonly facts: CostFacts;
  readonly best: Best;
}

function* costSteps(routing: Routing, size: bigint, boundsBps: readonly number[]): Steps<Costed> {
  const best = yield* bestTrade(routing, size);
  const narrowed = { ...routing, paths: cheapestPaths(best, routing) };
  const sizes: CostFacts['sizes'][number][] = [];
  for (const one of [...new Set([...USUAL_SIZES, size])].sort((a, b) => (a < b ? -1 : 1))) {
    const trade = one === size ? best.trade : bestSingle(narrowed, one);
    sizes.push({ size: one, costBps: trade && Number(costBps(trade)) });
    yield;
  }
  const largest: CostFacts['largest'][number][] = [];
  for (const bps of boundsBps) {
    largest.push({ bps, ...(yield* largestSize(narrowed, BigInt(bps), { min: SIZE_MIN, max: SIZE_MAX })) });
    yield;
  }
  const facts = { trip: best.trade && tripFacts(best.trade), sizes, largest, disagreementBps: disagreement(best) };
  return { facts, best };
}

/** The paths that carry the size, cheapest first; those that do not carry it fill up, for smaller sizes. */
function cheapestPaths({ tried }: Best, { paths }: Routing): Routing['paths'] {
  const back = new Map(tried.map(({ path, outcome }) => [path, 'back' in outcome ? outcome.back : -1n]));
  const order = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0);
  return [...paths].sort((a, b) => order(back.get(a) ?? -1n, back.get(b) ?? -1n)).slice(0, PATHS_COMPARED_MAX);
}

function tripFacts(trade: Trade): RoundTripFacts {
  const { network, trips } = trade;
  const floor = floorBps(trade);
  const breakEven = breakEvenBps(trade);
  return {
    size: trade.size,
    tokens: trade.tokens,
    back: trade.back,
    cost: trade.cost,
    costBps: Number(costBps(trade)),
    floorBps: floor === null ? null : Number(floor),
    breakEvenBps: breakEven === null ? null : Number(breakEven),
    parts: { ...trade.parts(), networkBase: network.base, networkPriority: network.priority },
    route: trips.map(({ size, path }) => ({
      lamports: size,
      hops: path.hops.map(({ pool, market }) => ({
        venue: pool.venue,
        pool: pool.address,
        bounds: market.bounds,
      })),
    })),
  };
}

/**
 * How far the highest price is above the lowest, of paths that carry the size: what a pool of dust says is no price. Null
 * with fewer than two.
 */
function disagreement({ tried }: Best): number | null {
  const carrying = tried.filter(({ outcome }) => !isRefused(outcome)).map(({ path }) => pathPrice(path));
  const prices = carrying.filter(({ numerator }) => numerator > 0n);
  const [first] = prices;
  if (!first || prices.length < 2) return null;
  const low = prices.reduce((least, price) => (below(price, least) ? price : least), first);
  const high = prices.reduce((most, price) => (below(most, price) ? price : most), first);
  const excess = high.numerator * low.denominator - low.numerator * high.denominator;
  const bps = (excess * BASIS_POINTS) / (low.numerator * high.denominator);
  return bps > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(bps);
}

function below(a: Price, b: Price): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}
