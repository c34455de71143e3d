import type { NetworkFacts, TradedPool, TradeEvidence, TradeMintFacts } from '#checks/trade/evidence.ts';
import { type Gap, known, mapReading, type Reading, renamed } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { TransferTerms } from '#lib/token/transfer-terms.ts';
import { isRefused, refuse } from '#venues/refusal.ts';
import type { Routing, Tried } from '#venues/routing/best.ts';
import { pathPrice, priceAt } from '#venues/routing/path.ts';
import { bestSingle } from '#venues/routing/sizes.ts';
import { costBps, type Trade, tradeOf } from '#venues/routing/trade.ts';
import type { Accounts, Pool, Price } from '#venues/venue.ts';
import type { Unread } from '../market/found.ts';
import { holdersBeyond } from '../market/holders.ts';
import { openHubs } from '../market/hubs.ts';
import type { Sight } from '../market/look.ts';
import type { MarketOptions, MarketQuestion, MarketReader } from '../market/market-question.ts';
import { groupOf, type OpenedPool, openPools, type Priced, pricedPools } from '../market/opened.ts';
import { readTogether } from '../market/rounds.ts';
import { proveSale } from '../market/sale.ts';
import { buyersIn, hookOf, type SoldMint } from '../market/sale-trials.ts';
import { costFacts } from './cost.ts';

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

/** What weighing starts from. */
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
/** The compute budget of an instruction that asks for none. */
const UNITS_PER_SWAP = 200_000n;
const POOLS_OPENED_MAX = 64;
const PRIORITY_ACCOUNTS_MAX = 8;

/**
 * The second round, and where holders show more, two or more further ones; then the price of everything that was found, and for a
 * mint with a hook whether a sale passes it.
 */
export async function weigh(weighing: Weighing): Promise<Weighed> {
  const { sight, reader, question, options } = weighing;
  const size = question.sizeLamports;
  const pools = sight.found.pools.slice(0, POOLS_OPENED_MAX);
  const hubs = sight.hubs.filter(({ stable }) => pools.some(({ other }) => other === stable));
  const large = sight.large.known ? sight.large.value.map(({ account }) => account) : [];
  const sold = soldMint(weighing);
  const others = sold.hook ? [...large, sold.hook.list] : large;
  const writable = pools.slice(0, PRIORITY_ACCOUNTS_MAX).map(({ address }) => address);
  const [fees, round] = await Promise.all([
    reader.priorityFees(writable),
    readTogether(reader, [...[...pools, ...hubs.flatMap((hub) => hub.pools)].map(groupOf), others]),
  ]);
  const network = weighing.network(fees);
  if (!round.known) return unweighed(round.gap, network, sold);
  const accounts: Accounts = new Map([...weighing.configurations, ...sight.accounts]);
  const opening = { reader, known: accounts, clock: sight.moment.clock };
  const opened = await openPools(pools, round.value, opening);
  if (!opened.known) return unweighed(opened.gap, network, sold);
  const deepest = await openHubs({ hubs, round: round.value, opening, size }, options.memory);
  const settled = isSettled(
    bestSingle(routingOf(weighing, pricedPools(opened.value, deepest), network), size),
    options.costBoundsBps,
  );
  const hubsLeft = sight.hubs.filter(({ stable }) => !deepest.has(stable));
  const found = { opened: opened.value, round: round.value, hubsLeft, settled };
  const beyond = await holdersBeyond({ question, sight, opening, options, trail: reader, ...found });
  const all = [...opened.value, ...beyond.opened];
  const priced = pricedPools(all, new Map([...deepest, ...beyond.hubs]));
  const routing = routingOf(weighing, priced, network);
  const { facts, best } = await costFacts(routing, size, options.costBoundsBps);
  const proof = sold.hook
    ? await proveSale({
        ...{ sold, buyers: best.trade ? buyersIn(best.trade) : [], large: sight.large, reader },
        accounts: new Map([...sight.accounts, ...round.value.accounts]),
        creators: priced.flatMap(({ open }) => open.facts.creator ?? []),
      })
    : known(null);
  const unread = [...sight.found.unread, ...beyond.unread, ...sight.found.pools.slice(POOLS_OPENED_MAX).map(leftOut)];
  return {
    pools: known(listPools({ priced, opened: all, unread, tried: best.tried, routing })),
    holders: beyond.holders,
    cost: known(facts),
    network: known(network),
    sale: mapReading(proof, (one) => one && { sold: one.sold, error: one.error }),
  };
}

function soldMint({ question: { subject }, mint: { program, decimals, hookProgram } }: Weighing): SoldMint {
  return { mint: subject, tokenProgram: program, decimals, hook: hookOf(subject, hookProgram) };
}

/** A pool beyond those that one check reads: it may be the best one, so it counts as one without a price. */
function leftOut({ venue, address }: Pool): Unread {
  return { venue, address, why: refuse('not_read', `more pools than the ${POOLS_OPENED_MAX} that a check reads`) };
}

/** True for a trade that gets the best verdict. */
function isSettled(trade: Trade | null, [best = 0]: readonly number[]): boolean {
  return trade !== null && costBps(trade) <= BigInt(best);
}

/** SOL's own token is bought and sold by wrapping it: a path without a pool. */
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

/** What a trade check is gathered with. */
export interface TradeOptions extends MarketOptions {
  /** Bounds of the verdicts in basis points, best first: the largest size of each is looked for. */
  readonly costBoundsBps: readonly number[];
  /** The highest priority that is counted, and what is taken where recent ones cannot be read. */
  readonly highestPriorityMicroLamports: bigint;
}

/** Everything that was found, and what came of it. */
interface Listing {
  readonly priced: readonly Priced[];
  readonly opened: readonly OpenedPool[];
  readonly unread: readonly Unread[];
  readonly tried: readonly Tried[];
  readonly routing: Routing;
}

/** Every pool that was found: those with a price, cheapest first, then those without. */
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

/** An account of a venue that is no pool which could be read. */
function unreadFacts({ venue, address, why }: Unread): TradedPool {
  return { ...UNKNOWN_PRICE, venue, address, other: null, refusal: { ...why, leg: null } };
}

/** A pool that was recognised and could not be opened; null for one that was. */
function closedFacts({ pool, result }: OpenedPool): TradedPool | null {
  if (!isRefused(result)) return null;
  const { venue, address, other } = pool;
  return { ...UNKNOWN_PRICE, venue, address, other, refusal: { ...result, leg: null } };
}

/** A pool with its price, and what the whole size costs through it alone. */
function openFacts({ pool, open, path }: Priced, tried: Tried | undefined, routing: Routing): TradedPool {
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
  const before = priceAt(path, path.hops.length - 1);
  const outcome = tried?.outcome;
  const refusal = outcome && isRefused(outcome) ? { ...pick(outcome), leg: outcome.side } : null;
  return {
    ...known,
    depthLamports: times(market.depth.other, before),
    depthTokensLamports: times(market.depth.mint, pathPrice(path)),
    priceLamportsPerMillion: times(MILLION, pathPrice(path)),
    costBps: outcome && !isRefused(outcome) ? Number(costBps(tradeOf([outcome], routing.network))) : null,
    refusal,
  };
}

/** A route may be refused by another pool than the one that it is listed for. */
function pick({ refused, detail, pool }: { refused: string; detail: string; pool: Pool }) {
  return { refused, detail: `${pool.venue} ${pool.address}: ${detail}` };
}

function times(amount: bigint, { numerator, denominator }: Price): bigint {
  return (amount * numerator) / denominator;
}
