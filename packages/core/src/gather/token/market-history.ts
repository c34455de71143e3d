import { reviewedUnix } from '#derive/token/issuers/issuer-table.ts';
import { isCurveVenue, isOwnCurve } from '#derive/token/roles.ts';
import { LAMPORTS_PER_SOL } from '#lib/money.ts';
import { gapFacts, ifKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import type { MarketFacts } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { venues } from '#venues/index.ts';
import { priceAt } from '#venues/routing/path.ts';
import type { Pool } from '#venues/venue.ts';
import { depthLamportsOf, type Priced } from '../market/opened-pools.ts';
import { type DepthProof, pricesOf, type RangedMarket } from './depth-proof.ts';
import { dollarsPerSol } from './liquidity.ts';
import { readDepth } from './market-depth.ts';
import { withFilling } from './market-filling.ts';
import {
  curveBehind,
  deepPools,
  type Launch,
  openLists,
  type Past,
  type PoolLists,
  readOpening,
} from './market-opening.ts';
import { YOUNG_SECONDS } from './mint-history.ts';
import type { RoundContext, SecondRound } from './second-round.ts';
import { type PriceReading, pricesIn } from './trades/pool-trade.ts';

/** Pools whose lists are requested before the deepest one is known. */
const POOLS_ASKED_MAX = 6;

/** The past of the market. Null: there is no market with depth, or it belongs to a reviewed asset. */
export interface MarketHistory {
  readonly pool: Address | null;
  readonly market: Reading<MarketFacts | null>;
  /** `limit_reached`: the beginning of a long list is out of reach. */
  readonly launch: Reading<Launch | null>;
  /** The opening of the market and of the pools beside it, and the start of its depth: transactions that may prove how old the mint is. */
  readonly openings: readonly Transaction[];
  /** The start of the depth of a pool that always holds some of the mint, which therefore stays open; null for another pool. */
  readonly heldSince: Transaction | null;
}

/** Asks for the lists of the likeliest pools, curves first, beside the second round. */
export function askAhead(work: RoundContext): PoolLists {
  const { first, reader } = work;
  const pools = isReviewed(work) ? [] : first.markets.found.pools;
  const ranked = [...pools].sort((a, b) => Number(isOwnCurve(b)) - Number(isOwnCurve(a)));
  return openLists(ranked.slice(0, POOLS_ASKED_MAX), reader);
}

/** SOL's own token and reviewed assets are not judged by their markets. */
export function isReviewed({ question: { subject }, mint, options }: RoundContext): boolean {
  return subject === WRAPPED_SOL || reviewedUnix(options.issuers, subject, mint) !== null;
}

/** What counts as enough depth, in lamports. */
export function enoughLamports(
  { options, question }: RoundContext,
  hubs: SecondRound['hubs'],
  priced: readonly Priced[],
): bigint {
  const { usdMicros, usdMicrosPerSol } = options.enoughDepth;
  const { dollarMint } = options;
  const rate = dollarsPerSol({ mint: question.subject, dollarMint, hubs, priced }) || usdMicrosPerSol;
  return (usdMicros * LAMPORTS_PER_SOL) / rate;
}

/** Pools with less than this part of what is enough are no market, unless there is nothing deeper. */
const ENOUGH_PARTS = 10n;
/** Pools whose past is read at most. */
const AGED_MAX = 4;
/** Transactions that are read of these pasts at most: half of them of the likeliest market, so that a check can pay for all of them. */
const READS_MAX = 480;

/**
 * The pools that may be the market, the likeliest first: the deep ones, of these the ones whose liquidity is locked, then the deepest. So
 * no pool becomes the market of another by liquidity that can be taken away again.
 */
export function rankedPools(priced: readonly Priced[], enough: bigint): readonly Priced[] {
  const most = priced.reduce((deepest, one) => (depthLamportsOf(one) > deepest ? depthLamportsOf(one) : deepest), 0n);
  const full = enough < most ? enough : most;
  const least = enough / ENOUGH_PARTS < most ? enough / ENOUGH_PARTS : most;
  const isFull = (one: Priced) => depthLamportsOf(one) >= full;
  return priced
    .filter((one) => depthLamportsOf(one) > 0n && depthLamportsOf(one) >= least)
    .sort(
      (a, b) =>
        Number(isFull(b)) - Number(isFull(a)) ||
        Number(isKept(b)) - Number(isKept(a)) ||
        (depthLamportsOf(a) < depthLamportsOf(b) ? 1 : -1),
    );
}

/** The likeliest of them; null where no pool has depth. */
export function mainPool(priced: readonly Priced[], enough: bigint): Priced | null {
  return rankedPools(priced, enough)[0] ?? null;
}

/**
 * Those of them whose past is read: the likeliest, then the oldest. A pool that opens today comes after an older one, however deep it is.
 */
async function agedPools(priced: readonly Priced[], enough: bigint, lists: PoolLists): Promise<readonly Priced[]> {
  const [main, ...others] = rankedPools(priced, enough);
  if (!main || others.length < AGED_MAX) return main ? [main, ...others] : [];
  const begun = await Promise.all(others.map(async (one) => ({ one, slot: await beginningOf(one, lists) })));
  return [main, ...begun.sort((a, b) => a.slot - b.slot).map(({ one }) => one)].slice(0, AGED_MAX);
}

/** The first slot that is listed of a pool; 0 where the list goes on. */
async function beginningOf({ pool }: Priced, lists: PoolLists): Promise<number> {
  const own = await lists.early(pool);
  const oldest = own?.page.known ? own.page.value.at(-1) : undefined;
  if (!own || !oldest) return Number.MAX_SAFE_INTEGER;
  return own.ended ? oldest.slot : 0;
}

/** If at least this share cannot be withdrawn, less than a fifth is free. */
const KEPT_BPS = 8_001;

function isKept({ pool, open }: Priced): boolean {
  return isCurveVenue(pool.venue) || (open.facts.lockedLiquidityBps ?? 0) >= KEPT_BPS;
}

/**
 * Reads since when the market is proven to be deep, and where it opened, in one round after the pages; one more where a completed
 * curve may have become its pool. `priced` in place of the second round's pools where more were found.
 */
export async function readMarketHistory(
  work: RoundContext,
  second: Pick<SecondRound, 'opened' | 'hubs' | 'round'>,
  priced: readonly Priced[],
  lists: PoolLists,
): Promise<MarketHistory> {
  const enough = enoughLamports(work, second.hubs, priced);
  const candidates = isReviewed(work) ? [] : await agedPools(priced, enough, lists);
  const [main] = candidates;
  if (!main) return { pool: null, market: known(null), launch: known(null), openings: [], heldSince: null };
  const past = { work, main, lists };
  const behind = curveBehind(past, second.opened);
  const [aged, launch] = await Promise.all([
    Promise.all(
      candidates.map((one) => {
        const readsMax = readsOf(one === main, candidates.length);
        return readAged({ work, main: one, lists }, one === main ? behind : null, { ...second, readsMax });
      }),
    ),
    behind.then((curve) => (curve.known ? readOpening(past, curve.value, priced, second.opened) : curve)),
  ]);
  const best = oldestOf(aged, enough, work.first.markets.moment.asOf.time ?? 0);
  const of = best.past.main;
  const first = ifKnown(best.aged)?.first ?? null;
  const opened = ifKnown(launch);
  const launches = opened ? [opened, ...(opened.also ?? [])] : [];
  return {
    pool: of.pool.address,
    market: mapReading(best.aged, ({ market }) => ({ ...market, beside: besideOf(aged, best) })),
    launch: opened ? await withFilling(opened, first, best.past, enoughOf(of, work, second.hubs)) : launch,
    heldSince: of.open.market.constantProduct && !isCurveVenue(of.pool.venue) ? first : null,
    openings: [...launches.map(({ opening }) => opening), ...(first ? [first] : [])],
  };
}

/** Whether the same of these pools are deep, and the same ones may be the market, however deep others are. */
export function haveSameMarket(
  work: RoundContext,
  { hubs, priced: before }: Pick<SecondRound, 'hubs' | 'priced'>,
  later: readonly Priced[],
): boolean {
  const [own, theirs] = [before, later].map((priced) => {
    const ranked = rankedPools(priced, enoughLamports(work, hubs, priced));
    const [main] = ranked;
    return main ? [...deepPools(main, priced), ...ranked].map(({ pool }) => pool.address) : [];
  });
  return own?.join() === theirs?.join();
}

/** How many transactions are read of a pool's past, of so many pools. */
function readsOf(isMain: boolean, pools: number): number {
  if (pools === 1) return READS_MAX;
  return Math.floor(READS_MAX / 2 / (isMain ? 1 : pools - 1));
}

/** What is read of a past beside its lists. */
type Depths = Pick<SecondRound, 'opened' | 'hubs' | 'round'> & { readonly readsMax: number };

/** The age of a market, and the transaction since which it is deep. */
interface AgedMarket {
  readonly market: MarketFacts;
  readonly first: Transaction | null;
}

interface AgedPool {
  readonly past: Past;
  readonly aged: Reading<AgedMarket>;
}

async function readAged(past: Past, behind: Promise<Reading<Pool | null>> | null, second: Depths): Promise<AgedPool> {
  const curve = ifKnown(await (behind ?? curveBehind(past, second.opened)));
  return { past, aged: await readMarketAge(past, curve, second) };
}

/**
 * The pool that is proven for longest, of those that are deep enough. A gap where that is not long, and a failure of ours hides whether
 * another one is older.
 */
function oldestOf(all: readonly AgedPool[], enough: bigint, now: number): AgedPool {
  const full = all.filter(({ past: { main } }) => depthLamportsOf(main) >= enough);
  const aged = full.length > 0 ? full : all;
  const since = ({ aged: one }: AgedPool) => (one.known ? one.value.market.provenSince : Number.POSITIVE_INFINITY);
  const [best] = [...aged].sort((a, b) => (since(a) === since(b) ? 0 : since(a) - since(b)));
  if (!best) throw new Error('a market without a pool');
  const lost = aged.find(({ aged: one }) => !one.known && gapFacts[one.gap.cause].ours);
  return lost && now - since(best) <= YOUNG_SECONDS ? lost : best;
}

function besideOf(aged: readonly AgedPool[], best: AgedPool): readonly MarketFacts[] {
  return aged.flatMap((one) => (one !== best && one.aged.known ? [one.aged.value.market] : []));
}

async function readMarketAge(
  past: Past,
  curve: Pool | null,
  { hubs, round, readsMax }: Pick<Depths, 'hubs' | 'round' | 'readsMax'>,
): Promise<Reading<AgedMarket>> {
  const { main, work } = past;
  const [own, lp] = [past.lists.own(main.pool), past.lists.lp(main.pool)];
  const { ended } = await own;
  // A transaction that moves liquidity names the vault, too: a whole list of it shows more than others, which only name its LP mint.
  const lists = await Promise.all([own, ...(lp && !ended ? [lp] : []), ...(curve ? [past.lists.own(curve)] : [])]);
  const pages = lists.map(({ page }) => page);
  const [gap] = pages.flatMap((page) => (page.known ? [] : [page.gap]));
  if (gap && pages.every((page) => !page.known)) return renamed('market', gap);
  if (pages.every((page) => !page.known || page.value.length === 0)) {
    return gap ? renamed('market', gap) : missing('market', 'history_missing', 'no transaction of the pool is listed');
  }
  const accounts = {
    pool: main.pool,
    curve,
    enough: enoughOf(main, work, hubs),
    ranged: rangedOf(main),
    rentLamports: (round.accounts.get(main.pool.address)?.lamports ?? 0n) - main.open.market.depth.other,
  };
  const now = work.first.markets.moment.asOf.time ?? 0;
  const read = await readDepth({ accounts, lists, hasCurve: curve !== null, readsMax }, work, now);
  if (read.disputed) return renamed('market', read.disputed);
  const isComplete = read.lists.every(({ page, ended }) => page.known && ended);
  const market = factsOf(past, read, curve, isComplete);
  const lost = read.lost ? [renamed('market', read.lost)] : [];
  const sure = orLost(market, now, [...pages, ...read.bodies.values(), ...lost]);
  return mapReading(sure, (facts) => ({ market: facts, first: firstIn(read) }));
}

/** The market, or a gap for an age that can only be too young because our limits left older entries unread. */
function orLost(market: MarketFacts, now: number, read: readonly Reading<unknown>[]): Reading<MarketFacts> {
  const lost = read.flatMap((one) => (one.known ? [] : [one.gap])).find(({ cause }) => gapFacts[cause].ours);
  return lost && now - market.provenSince <= YOUNG_SECONDS ? renamed('market', lost) : known(market);
}

/** The market where its liquidity may lie far from the price. */
function rangedOf({ pool, open: { market } }: Priced): RangedMarket | null {
  const program = venues.find(({ id }) => id === pool.venue)?.program;
  return market.constantProduct || isCurveVenue(pool.venue) || !program ? null : { market, program };
}

interface Proven {
  readonly proof: DepthProof;
  readonly bodies: ReadonlyMap<string, Reading<Transaction>>;
}

function firstIn({ proof, bodies }: Proven): Transaction | null {
  const first = proof.since && bodies.get(proof.since.transaction);
  return first ? ifKnown(first) : null;
}

function factsOf(
  { main, work }: Past,
  { proof, bodies }: Proven,
  curve: Pool | null,
  isComplete: boolean,
): MarketFacts {
  const { asOf } = work.first.markets.moment;
  const { since } = proof;
  const { pool } = main;
  return {
    provenSince: since?.time ?? asOf.time ?? 0,
    exact: isComplete && since !== null,
    pool: pool.address,
    account: since && curve ? curve.address : pool.address,
    venue: since && curve ? curve.venue : pool.venue,
    proof: since && { transaction: since.transaction, slot: since.slot },
    prices: marketPrices(main, { proof, bodies }),
  };
}

/** Prices since the market is proven to be deep: of its balances under a constant product, else of its trades. */
function marketPrices({ pool, ...priced }: Priced, { proof, bodies }: Proven): MarketFacts['prices'] {
  const pricing = priceReadingOf({ pool, ...priced });
  const { since } = proof;
  if (pricing === null || since === null) return [];
  if (pricing.isConstantProduct) return pricesOf(proof, pricing.rate);
  return [...bodies.values()]
    .flatMap((body) => (body.known && body.value.slot >= since.slot ? pricesIn(body.value, pool, pricing) : []))
    .sort((a, b) => a.time - b.time);
}

/** How transactions of a pool tell its price; null where its other side has none. */
export function priceReadingOf({ pool, path, open }: Priced): PriceReading | null {
  if (path === null) return null;
  const isConstantProduct = open.market.constantProduct === true && !isCurveVenue(pool.venue);
  return { isConstantProduct, rate: priceAt(path, path.hops.length - 1) };
}

/** A quarter of the present depth counts as deep before: tripling the depth later makes no market younger. Own choice. */
const DEEP_BEFORE_PARTS = 4n;

/** A quarter of the present depth, or what counts as enough, in atomic units of the other side. */
function enoughOf(main: Priced, work: RoundContext, hubs: SecondRound['hubs']): bigint {
  const part = main.depth / DEEP_BEFORE_PARTS + 1n;
  const { stableMints, enoughDepth } = work.options;
  // Stable coins have six decimals.
  const enough = stableMints.includes(main.pool.other) ? enoughDepth.usdMicros : enoughLamports(work, hubs, [main]);
  return part < enough ? part : enough;
}
