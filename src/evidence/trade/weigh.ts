import type { LabelTable } from '#chain/labels/label.ts';
import type {
  CostFacts,
  NetworkFacts,
  RoundTripFacts,
  TradedPool,
  TradeEvidence,
  TradeMintFacts,
} from '#checks/trade/evidence.ts';
import type { Address } from '#lib/address.ts';
import { type Gap, known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import type { FullMint } from '#lib/token/decoded-mint.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { TransferTerms } from '#lib/token/transfer-terms.ts';
import { type Best, bestTrade, type Routing, type Tried } from '#venues/routing/best.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { pathPrice } from '#venues/routing/path.ts';
import { bestSingle, largestSize } from '#venues/routing/sizes.ts';
import { breakEvenBps, costBps, floorBps, type Trade, tradeOf } from '#venues/routing/trade.ts';
import type { Accounts, Pool, Price } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import type { Unread } from '../market/found.ts';
import { holdersBeyond } from '../market/holders.ts';
import { openHubs } from '../market/hubs.ts';
import type { Sight } from '../market/look.ts';
import type { MarketOptions, MarketQuestion, MarketReader } from '../market/market-question.ts';
import {
  choosePools,
  depthLamportsOf,
  groupsOf,
  type OpenedPool,
  openPools,
  type Priced,
  pricedPools,
} from '../market/opened.ts';
import { readTogether } from '../market/rounds.ts';
import { proveSale } from '../market/sale.ts';
import { buyersIn, type SoldMint, soldMint } from '../market/sale-trials.ts';
import { inSlices } from '../market/time-slices.ts';
import { largeHolders } from './large-holders.ts';

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

/** The input of weighing. */
export interface Weighing {
  readonly question: MarketQuestion;
  readonly sight: Sight;
  readonly mint: TradeMintFacts;
  readonly terms: TransferTerms | null;
  readonly reader: MarketReader;
  readonly options: TradeOptions;
  readonly configurations: Accounts;
  readonly network: (fees: Reading<readonly bigint[]>) => NetworkFacts;
}

type Weighed = Pick<TradeEvidence, 'pools' | 'holders' | 'cost' | 'network' | 'sale'>;

const SIGNATURE_LAMPORTS = 5_000n;
/** The compute budget of an instruction without an explicit one. */
const UNITS_PER_SWAP = 200_000n;
const PRIORITY_ACCOUNTS_MAX = 8;

/**
 * Reads the second round, and two or more further ones for pools behind holders. Then it prices all pools, and for a mint with a
 * hook tests whether a sale passes.
 */
export async function weigh(weighing: Weighing): Promise<Weighed> {
  const { sight, reader, question, options } = weighing;
  const size = question.sizeLamports;
  const { pools, hubs, leftOut } = choosePools([sight.found], sight.hubs, []);
  const large = sight.large.known ? sight.large.value.map(({ account }) => account) : [];
  const sold = soldMint(question.subject, weighing.mint, weighing.mint.hookProgram);
  const others = sold.hook ? [...large, sold.hook.list] : large;
  const writable = pools.slice(0, PRIORITY_ACCOUNTS_MAX).map(({ address }) => address);
  const [fees, round] = await Promise.all([
    reader.priorityFees(writable),
    readTogether(reader, [...groupsOf(pools, hubs), others]),
  ]);
  const network = weighing.network(fees);
  if (!round.known) return unweighed(round.gap, network, sold);
  const accounts: Accounts = new Map([...weighing.configurations, ...sight.accounts]);
  const opening = { reader, known: accounts, clock: sight.moment.clock };
  const opened = await openPools(pools, round.value, opening);
  if (!opened.known) return unweighed(opened.gap, network, sold);
  const deepest = await openHubs({ hubs, round: round.value, opening, size }, options.memory);
  const settled = isSettled(
    bestSingle(routingOf(weighing, await inSlices(pricedPools(opened.value, deepest)), network), size),
    options.costBoundsBps,
  );
  const hubsLeft = sight.hubs.filter(({ stable }) => !deepest.has(stable));
  const found = { opened: opened.value, round: round.value, hubsLeft, settled };
  const beyond = await holdersBeyond({ question, sight, opening, options, trail: reader, ...found });
  const all = [...opened.value, ...beyond.opened];
  const priced = await inSlices(pricedPools(all, new Map([...deepest, ...beyond.hubs])));
  const routing = routingOf(weighing, priced, network);
  const { facts, best } = await costFacts(routing, size, options.costBoundsBps);
  const proof = sold.hook
    ? await proveSale({
        ...{ sold, buyers: best.trade ? buyersIn(best.trade) : [], large: sight.large, reader },
        accounts: new Map([...sight.accounts, ...round.value.accounts]),
        creators: priced.flatMap(({ open }) => open.facts.creator ?? []),
      })
    : known(null);
  const unread = [...sight.found.unread, ...beyond.unread, ...leftOut];
  return {
    pools: known(listPools({ priced, opened: all, unread, tried: best.tried, routing })),
    holders: await largeHolders(
      {
        subject: question.subject,
        mint: weighing.mint,
        sight,
        accounts: round.value.accounts,
        labels: options.labels,
        reader,
      },
      beyond.holders,
      all,
    ),
    cost: known(facts),
    network: known(network),
    sale: mapReading(proof, (one) => one && { sold: one.sold, error: one.error }),
  };
}

/** True for a trade with the best verdict. */
function isSettled(trade: Trade | null, [best = 0]: readonly number[]): boolean {
  return trade !== null && costBps(trade) <= BigInt(best);
}

/** SOL's own token is traded by wrapping it, without a pool. */
function routingOf({ question, sight, terms }: Weighing, priced: readonly Priced[], network: NetworkFacts): Routing {
  const paths = priced.flatMap(({ path }) => (path === null ? [] : [path]));
  return {
    paths: question.subject === WRAPPED_SOL ? [{ hops: [] }] : paths,
    toll: { fee: terms?.fee ?? null, epoch: sight.moment.clock.epoch },
    network: {
      signatureLamports: SIGNATURE_LAMPORTS,
      priorityMicroLamports: network.priorityMicroLamports,
      unitsPerSwap: UNITS_PER_SWAP,
    },
  };
}

function unweighed(gap: Gap, network: NetworkFacts, { hook }: SoldMint): Weighed {
  const of = (name: string) => renamed(name, gap);
  return {
    pools: of('pools'),
    holders: of('holders'),
    cost: of('cost'),
    network: known(network),
    sale: hook ? of('sale') : known(null),
  };
}

/** The options of trade evidence. */
export interface TradeOptions extends MarketOptions {
  readonly labels: LabelTable;
  /** When a mint was reviewed with exactly these authorities, in Unix seconds; null where it was not. */
  readonly reviewedUnix: (subject: Address, mint: FullMint) => number | null;
  /** Cost limits of the verdicts in basis points, best first. The largest size within each is computed. */
  readonly costBoundsBps: readonly number[];
  /** The maximum priority fee that counts, and the default where recent fees cannot be read. */
  readonly highestPriorityMicroLamports: bigint;
}

/** The found pools and their results. */
interface Listing {
  readonly priced: readonly Priced[];
  readonly opened: readonly OpenedPool[];
  readonly unread: readonly Unread[];
  readonly tried: readonly Tried[];
  readonly routing: Routing;
}

/** Every found pool: those with a price, cheapest first, then those without. */
function listPools({ priced, opened, unread, tried, routing }: Listing): readonly TradedPool[] {
  const byPath = new Map(tried.map((one) => [one.path, one]));
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

/** The facts of a cost, and their trade. */
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
