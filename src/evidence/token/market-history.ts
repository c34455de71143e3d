import type { HistoryReader, ListedTransaction, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import { EPOCH_SLOTS } from '#chain/gates/gate-table.ts';
import type { MarketFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { LAMPORTS_PER_SOL } from '#lib/money.ts';
import { gapFacts, ifKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { venues } from '#venues/index.ts';
import { priceAt } from '#venues/routing/path.ts';
import type { Pool } from '#venues/venue.ts';
import { depthLamportsOf, type Priced } from '../market/opened.ts';
import { inSlices } from '../market/time-slices.ts';
import { openBodies } from '../sources/listing.ts';
import {
  type DepthProof,
  type MarketEntry,
  pricesOf,
  proveDepth,
  type RangedMarket,
  type Span,
  spansOf,
} from './depth-proof.ts';
import { reviewedUnix } from './issuers/issuer-table.ts';
import { dollarsPerSol } from './liquidity.ts';
import {
  curveBehind,
  isListShort,
  type Launch,
  listsOf,
  type MarketPages,
  type Past,
  pagesOf,
  readOpening,
  withFilling,
} from './market-opening.ts';
import { YOUNG_SECONDS } from './mint-history.ts';
import { isCurveVenue, isOwnCurve } from './roles.ts';
import type { RoundContext, SecondRound } from './second-round.ts';
import { type PriceReading, pricesIn } from './trades/pool-trade.ts';

/** Pools whose lists are asked for before it is known which one is the deepest. */
const POOLS_ASKED_MAX = 6;
/**
 * Where a crowded list is looked into, in epochs back, and how many transactions are read at each place. An epoch takes at least a
 * day.
 */
const EPOCHS_BACK = [1, 2, 4, 7.5, 12, 20, 31];
const READ_AT_EACH = 4;

/** Entries that a list calls failed and that are read, so that no list hides successes. */
const FAILED_PROVEN_MAX = 8;

/** The past of the market that is deepest now. Null: there is no market with depth, or it belongs to a reviewed asset. */
export interface MarketHistory {
  readonly pool: Address | null;
  readonly market: Reading<MarketFacts | null>;
  /** `limit_reached`: the beginning of a long list is out of reach. */
  readonly launch: Reading<Launch | null>;
  /** What opened the market and the pools beside it, and what it is deep since: transactions that may prove how old the mint is. */
  readonly openings: readonly Transaction[];
  /** What a pool is deep since that always holds some of the mint, so that nobody could close it meanwhile; null for another pool. */
  readonly heldSince: Transaction | null;
}

/** Asks for the lists of the likeliest pools, curves first, beside the second round. */
export function askMarketPages(work: RoundContext): MarketPages {
  const { look, reader } = work;
  const pools = isReviewed(work) ? [] : look.sight.found.pools;
  const ranked = [...pools].sort((a, b) => Number(isOwnCurve(b)) - Number(isOwnCurve(a)));
  return new Map(ranked.slice(0, POOLS_ASKED_MAX).map((pool) => [pool.address, pagesOf(pool, reader)]));
}

/** SOL's own token and reviewed assets are not judged by their markets. */
export function isReviewed({ question: { subject }, mint, options }: RoundContext): boolean {
  return subject === WRAPPED_SOL || reviewedUnix(options.issuers, subject, mint) !== null;
}

/** The pool with most depth; null where none has any. */
export function mainPool(priced: readonly Priced[]): Priced | null {
  const [first] = [...priced].sort((a, b) => (depthLamportsOf(a) < depthLamportsOf(b) ? 1 : -1));
  return first && depthLamportsOf(first) > 0n ? first : null;
}

/**
 * Reads since when the deepest pool is proven to be deep, and where its market opened, in one round after the pages; one more where
 * a completed curve may have become the pool. `priced` in place of the second round's pools where more were found.
 */
export async function readMarketHistory(
  work: RoundContext,
  second: Pick<SecondRound, 'opened' | 'hubs' | 'round'>,
  priced: readonly Priced[],
  pages: MarketPages,
): Promise<MarketHistory> {
  const main = mainPool(priced);
  if (main === null || isReviewed(work)) {
    return { pool: null, market: known(null), launch: known(null), openings: [], heldSince: null };
  }
  const past = { work, main, pages };
  const behind = await curveBehind(past, second.opened);
  const curve = ifKnown(behind);
  const [aged, launch] = await Promise.all([
    readMarketAge(past, curve, second, priced),
    behind.known ? readOpening(past, curve, priced, second.opened) : behind,
  ]);
  const first = ifKnown(aged)?.first ?? null;
  const opened = ifKnown(launch);
  const launches = opened ? [opened, ...(opened.also ?? [])] : [];
  return {
    pool: main.pool.address,
    market: mapReading(aged, ({ market }) => market),
    launch: launch.known && launch.value && first ? await withFilling(launch.value, first, past) : launch,
    heldSince: main.open.market.constantProduct && !isCurveVenue(main.pool.venue) ? first : null,
    openings: [...launches.map(({ opening }) => opening), ...(first ? [first] : [])],
  };
}

/** The age of the market, and the transaction since which it is deep. */
interface AgedMarket {
  readonly market: MarketFacts;
  readonly first: Transaction | null;
}

async function readMarketAge(
  past: Past,
  curve: Pool | null,
  { hubs, round }: Pick<SecondRound, 'hubs' | 'round'>,
  priced: readonly Priced[],
): Promise<Reading<AgedMarket>> {
  const { main, work } = past;
  const { own, lp } = listsOf(past, main.pool);
  // Whoever moves liquidity names the pool, too: a whole list of it tells more than others, which only name its LP mint.
  const isWhole = isListShort(await own);
  const lists = await Promise.all([own, ...(lp && !isWhole ? [lp] : []), ...(curve ? [listsOf(past, curve).own] : [])]);
  const readable = lists.filter((list) => list.known);
  const [gap] = lists.flatMap((list) => (list.known ? [] : [list.gap]));
  if (readable.length === 0 && gap) return renamed('market', gap);
  if (readable.every(({ value }) => value.length === 0)) {
    return gap ? renamed('market', gap) : missing('market', 'history_missing', 'no transaction of the pool is listed');
  }
  const { asOf } = work.look.sight.moment;
  const now = asOf.time ?? 0;
  const accounts = {
    ...{ pool: main.pool, curve, enough: enoughOf(main, work, hubs, priced), ranged: rangedOf(main) },
    rentLamports: (round.accounts.get(main.pool.address)?.lamports ?? 0n) - main.open.market.depth.other,
  };
  // Of a long list only the newest part is known. The LP mint's list reaches further, and a curve's must not be cut.
  const used = curve ? lists.filter((list, at) => at < lists.length - 1 || isListShort(list)) : lists;
  const spread = isWhole ? [] : await readSpread(main.pool, work);
  const spans = newestFirst([...spansOf(timed(used), now), ...spread.map(({ span }) => span)]);
  const failed = readable.flatMap(({ value }) => value.filter((entry) => entry.failed)).slice(-FAILED_PROVEN_MAX);
  const [bodies, disputed] = await Promise.all([
    bodiesOf(
      spans,
      spread.flatMap(({ read }) => read),
      work.reader,
    ),
    openBodies(work.reader).prove(failed),
  ]);
  if (disputed) return renamed('market', disputed);
  const proof = await inSlices(proveDepth(spans, bodies, accounts));
  const market = factsOf(past, { proof, bodies }, curve, lists.every(isListShort));
  const sure = orLost(market, now, [...lists, ...bodies.values()]);
  return mapReading(sure, (facts) => ({ market: facts, first: firstIn({ proof, bodies }) }));
}

/** The market, but for an age that could only be too young because something older was not read for our sake, which is none. */
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

function factsOf({ main, work }: Past, { proof, bodies }: Proven, curve: Pool | null, whole: boolean): MarketFacts {
  const { asOf } = work.look.sight.moment;
  const { since } = proof;
  const { pool } = main;
  return {
    provenSince: since?.time ?? asOf.time ?? 0,
    exact: whole && since !== null,
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

function newestFirst(spans: readonly Span[]): readonly Span[] {
  const slotOf = ({ entries }: Span) => entries[0]?.slot ?? 0;
  return [...spans].sort((a, b) => slotOf(b) - slotOf(a));
}

/** The successful transactions of these lists, each once, with their times. */
function timed(lists: readonly Reading<readonly SignatureEntry[]>[]): readonly MarketEntry[] {
  const entries = new Map<string, MarketEntry>();
  for (const entry of lists.flatMap((list) => (list.known ? list.value : []))) {
    const { blockTime, failed } = entry;
    if (!failed && blockTime !== null) entries.set(entry.signature, { ...entry, blockTime });
  }
  return [...entries.values()];
}

/** Half of the present depth, or what counts as enough, in atomic units of the other side. */
function enoughOf(main: Priced, work: RoundContext, hubs: SecondRound['hubs'], priced: readonly Priced[]): bigint {
  const half = main.depth / 2n + 1n;
  const { dollarMint, stableMints, enoughDepth } = work.options;
  const rate = dollarsPerSol({ mint: work.question.subject, dollarMint, hubs, priced }) || enoughDepth.usdMicrosPerSol;
  const { usdMicros } = enoughDepth;
  // Stable coins have six decimals.
  const enough = stableMints.includes(main.pool.other) ? usdMicros : (usdMicros * LAMPORTS_PER_SOL) / rate;
  return half < enough ? half : enough;
}

interface Place {
  readonly span: Span;
  readonly read: readonly ListedTransaction[];
}

/**
 * A few transactions at several times of a crowded list, newest first, where an endpoint offers lists in ascending order. Between
 * those times nothing is read, so each has to show a deep market.
 */
async function readSpread(pool: Pool, { reader, look }: RoundContext): Promise<readonly Place[]> {
  const { slot } = look.sight.moment.asOf;
  const pages = await Promise.all(
    EPOCHS_BACK.map(async (epochs) => {
      const at = Math.max(0, slot - Math.round(epochs * EPOCH_SLOTS));
      const from = { token: `${at}:0`, slot: at, signatures: new Set<never>() };
      return await reader.bodies?.(pool.address, { order: 'oldest', limit: READ_AT_EACH, from });
    }),
  );
  const places: Place[] = [];
  for (const page of pages) {
    if (!page?.known) break;
    const read = page.value.entries.filter(({ failed, blockTime }) => !failed && blockTime !== null);
    const entries = timed([known(read)]).toReversed();
    places.push({ span: { entries, mayBeSilent: false }, read });
  }
  return places;
}

async function bodiesOf(
  spans: readonly Span[],
  read: readonly ListedTransaction[],
  reader: HistoryReader,
): Promise<ReadonlyMap<string, Reading<Transaction>>> {
  const had = new Map(read.map((entry) => [entry.signature, entry.body()]));
  const wanted = [
    ...new Map(spans.flatMap(({ entries }) => entries).map((entry) => [entry.signature, entry])).values(),
  ].filter(({ signature }) => !had.has(signature));
  const loaded = await openBodies(reader).load(wanted);
  return new Map([...had, ...loaded.map((body, at) => [wanted[at]?.signature ?? '', body] as const)]);
}
