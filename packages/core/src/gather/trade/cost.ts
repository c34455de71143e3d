import type { Unread } from '#derive/market/found-pools.ts';
import type { CostFacts, NetworkFacts, RoundTripFacts, TradedPool } from '#rules/trade/evidence.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { type Best, bestTrade, type Routing, type Tried } from '#venues/routing/best.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { pathPrice, type Toll } from '#venues/routing/path.ts';
import { bestSingle, largestSize } from '#venues/routing/sizes.ts';
import { breakEvenBps, costBps, floorBps, type Trade, tradeOf } from '#venues/routing/trade.ts';
import type { Pool, Price } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { depthLamportsOf, type FoundMarket, type OpenedPool, type Priced } from '../market/opened-pools.ts';
import { inSlices } from '../market/time-slices.ts';

const SOL = 1_000_000_000n;

/** The sizes that every answer compares: 0.1, 0.5, 1, 5 and 10 SOL. */
const USUAL_SIZES = [SOL / 10n, SOL / 2n, SOL, 5n * SOL, 10n * SOL];

const SIZE_MAX = 10_000n * SOL;

const SIZE_MIN = SOL / 10_000n;

/** Other sizes are compared on this many of the cheapest paths for the requested size. */
const PATHS_COMPARED_MAX = 3;

const BASIS_POINTS = 10_000n;

const MILLION = 1_000_000n;

const UNKNOWN_PRICE = {
  depthLamports: null,
  depthTokens: null,
  depthTokensLamports: null,
  priceLamportsPerMillion: null,
  costBps: null,
  creator: null,
  openedAtUnix: null,
  lockedLiquidityBps: null,
  bounds: [],
} as const;

const SIGNATURE_LAMPORTS = 5_000n;
/** The compute budget of an instruction without an explicit one. */
const UNITS_PER_SWAP = 200_000n;

/** True where one path alone carries the size at a cost of the best verdict. */
export function isSettled(routing: Routing, size: bigint, [best = 0]: readonly number[]): boolean {
  const trade = bestSingle(routing, size);
  return trade !== null && costBps(trade) <= BigInt(best);
}

/** SOL's own token is traded by wrapping it, without a pool. */
export function routingOf(
  subject: Address,
  toll: Toll,
  priced: readonly Priced[],
  network: Pick<NetworkFacts, 'priorityMicroLamports'>,
): Routing {
  const paths = priced.flatMap(({ path }) => (path === null ? [] : [path]));
  return {
    paths: subject === WRAPPED_SOL ? [{ hops: [] }] : paths,
    toll,
    network: {
      signatureLamports: SIGNATURE_LAMPORTS,
      priorityMicroLamports: network.priorityMicroLamports,
      unitsPerSwap: UNITS_PER_SWAP,
    },
  };
}

/** Every found pool: those with a price, cheapest first, then those without. */
export function listPools(
  { priced, opened, unread }: FoundMarket,
  { routing, best }: Pick<Costed, 'routing' | 'best'>,
): readonly TradedPool[] {
  const byPath = new Map(best.tried.map((one) => [one.path, one]));
  const open = priced.map((one) => openFacts(one, one.path === null ? undefined : byPath.get(one.path), routing));
  const rank = ({ costBps: bps }: TradedPool): number => bps ?? Number.POSITIVE_INFINITY;
  return [
    ...open.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))),
    ...opened.flatMap((one) => closedFacts(one) ?? []),
    ...unread.map(unreadFacts),
  ];
}

/** An account of a venue that is no readable pool. */
function unreadFacts({ venue, address, why }: Unread): TradedPool {
  return { ...UNKNOWN_PRICE, venue, address, other: null, refusal: { ...why, leg: null } };
}

/** A pool that could not be opened; null for one that could. */
function closedFacts({ pool, result }: OpenedPool): TradedPool | null {
  if (!isRefused(result)) return null;
  const { venue, address, other } = pool;
  return { ...UNKNOWN_PRICE, venue, address, other, refusal: { ...result, leg: null } };
}

/** A pool with its price, and the cost of the whole size through it alone. */
function openFacts(priced: Priced, tried: Tried | undefined, routing: Routing): TradedPool {
  const { pool, open, path } = priced;
  const { market, facts } = open;
  const known = {
    venue: pool.venue,
    address: pool.address,
    other: pool.other,
    depthTokens: market.depth.mint,
    creator: facts.creator,
    openedAtUnix: facts.openedAt === null ? null : Number(facts.openedAt),
    lockedLiquidityBps: facts.lockedLiquidityBps,
    bounds: market.bounds,
  };
  if (path === null) {
    const refusal = { refused: 'no_way_to_sol', detail: 'no pool between its other mint and SOL', leg: null };
    return { ...UNKNOWN_PRICE, ...known, refusal };
  }
  const outcome = tried?.outcome;
  const refusal = outcome && isRefused(outcome) ? { ...pick(outcome), leg: outcome.side } : null;
  return {
    ...known,
    depthLamports: depthLamportsOf(priced),
    depthTokensLamports: times(market.depth.mint, pathPrice(path)),
    priceLamportsPerMillion: times(MILLION, pathPrice(path)),
    costBps: outcome && !isRefused(outcome) ? Number(costBps(tradeOf([outcome], routing.network))) : null,
    refusal,
  };
}

/** The refusing pool of a route may be another one than the listed pool. */
function pick({ refused, detail, pool }: { refused: string; detail: string; pool: Pool }) {
  return { refused, detail: `${pool.venue} ${pool.address}: ${detail}` };
}

function times(amount: bigint, { numerator, denominator }: Price): bigint {
  return (amount * numerator) / denominator;
}

/**
 * The cost of a round trip of `size` lamports, and of other sizes along one path. Yields between the parts, because pools with many
 * ticks make each of them slow.
 */
export function costFacts(routing: Routing, size: bigint, boundsBps: readonly number[]): Promise<Costed> {
  return inSlices(costSteps(routing, size, boundsBps));
}

/** The facts of a cost, and the routing and the trade that they are of. */
interface Costed {
  readonly routing: Routing;
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
  return { routing, facts, best };
}

/** The paths that carry the size, cheapest first, then others that may carry smaller sizes. */
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
 * The distance between the highest and lowest price of the paths that carry the size, because the price of a dust pool means
 * nothing. Null with fewer than two.
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
