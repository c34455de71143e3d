import type { HistoryReader, ListedTransaction, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import { EPOCH_SLOTS } from '#chain/gates/gate-table.ts';
import type { MarketFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { ifKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { venues } from '#venues/index.ts';
import { PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { canonicalPool } from '#venues/pumpswap/layout.ts';
import { priceAt } from '#venues/routing/path.ts';
import type { Pool, VenueId } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { recogniseAll } from '../market/found.ts';
import { depthLamportsOf, type Priced } from '../market/opened.ts';
import { readApart } from '../market/rounds.ts';
import { openBodies, PAGE_SIGNATURES } from '../sources/listing.ts';
import { type DepthProof, type MarketEntry, pricesOf, proveDepth, type Span, spansOf } from './depth-proof.ts';
import { dollarsPerSol } from './liquidity.ts';
import { isCurveVenue } from './roles.ts';
import type { RoundContext, SecondRound } from './second-round.ts';
import { type PriceReading, pricesIn } from './trades/pool-trade.ts';

/** Pools whose lists are asked for before it is known which one is the deepest. */
const POOLS_ASKED_MAX = 6;
/** Oldest entries of the launch that are returned, and how many of them are read to find its opening. */
const OLDEST_MAX = 64;
const OPENING_MAX = 8;

/**
 * Where a crowded list is looked into, in epochs back, and how many transactions are read at each place. An epoch takes at least a
 * day.
 */
const EPOCHS_BACK = [1, 2, 4, 7.5, 12, 20, 31];
const READ_AT_EACH = 2;

/** Pools with this part of the main pool's depth have a launch of their own, at most this many. Own choice. */
const LAUNCH_PARTS = 4n;
const LAUNCHES_MAX = 3;

/** The pools that curves of DBC become. */
const AFTER_DBC: readonly VenueId[] = ['meteora_damm_v1', 'meteora_damm_v2'];

const LAMPORTS_PER_SOL = 1_000_000_000n;

/** Where the market opened: the account of its curve, or of its pool where it began without one. */
interface Launch {
  readonly account: Address;
  readonly venue: VenueId;
  /** The transaction that opened it. */
  readonly opening: Transaction;
  /** The oldest entries of the account, ascending, at most 64; failed ones are among them. */
  readonly oldest: readonly SignatureEntry[];
  /** Those of other pools that are about as deep. */
  readonly also?: readonly Launch[];
}

/** The past of the market that is deepest now. Null: there is no market with depth, or it belongs to a reviewed asset. */
export interface MarketHistory {
  readonly pool: Address | null;
  readonly market: Reading<MarketFacts | null>;
  /** `limit_reached`: the beginning of a long list is out of reach. */
  readonly launch: Reading<Launch | null>;
}

type Page = Reading<readonly SignatureEntry[]>;

/** The newest pages of a pool: its own, and that of its LP mint, which only deposits and withdrawals name. */
interface PoolPages {
  readonly own: Promise<Page>;
  readonly lp: Promise<Page> | null;
}
export type MarketPages = ReadonlyMap<Address, PoolPages>;

/** Asks for the lists of the likeliest pools, curves first, beside the second round. */
export function askMarketPages(work: RoundContext): MarketPages {
  const { look, reader } = work;
  const pools = isReviewed(work) ? [] : look.sight.found.pools;
  const ranked = [...pools].sort((a, b) => Number(isCurveVenue(b.venue)) - Number(isCurveVenue(a.venue)));
  return new Map(ranked.slice(0, POOLS_ASKED_MAX).map((pool) => [pool.address, pagesOf(pool, reader)]));
}

/** SOL's own token and reviewed assets are not judged by their markets. */
export function isReviewed({ question: { subject }, mint, options }: RoundContext): boolean {
  return subject === WRAPPED_SOL || options.reviewedUnix(subject, mint) !== null;
}

export function pagesOf({ address, liquidity }: Pool, reader: HistoryReader): PoolPages {
  return { own: reader.signatures(address), lp: liquidity ? reader.signatures(liquidity.mint) : null };
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
    return { pool: null, market: known(null), launch: known(null) };
  }
  const past = { work, main, pages };
  const behind = await curveBehind(past, second.opened);
  const curve = ifKnown(behind);
  const [market, ...launches] = await Promise.all([
    readMarketAge(past, curve, second, priced),
    ...(curve ? [curve] : deepPools(main, priced)).map((pool) => readLaunch(pool, past)),
  ]);
  return { pool: main.pool.address, market, launch: behind.known ? firstOf(launches) : behind };
}

/** The main pool, and others with a good part of its depth, whose launch somebody could otherwise hide behind it. */
function deepPools(main: Priced, priced: readonly Priced[]): readonly Pool[] {
  const deep = priced.filter((one) => one !== main && depthLamportsOf(one) * LAUNCH_PARTS >= depthLamportsOf(main));
  return [main, ...deep].slice(0, LAUNCHES_MAX).map(({ pool }) => pool);
}

/** The launch that came first, with the others beside it; a gap where one of them could not be read. */
function firstOf(launches: readonly Reading<Launch>[]): Reading<Launch | null> {
  const read: Launch[] = [];
  for (const launch of launches) {
    if (!launch.known) return launch;
    read.push(launch.value);
  }
  const [first, ...also] = read.sort((a, b) => a.opening.slot - b.opening.slot);
  return known(first ? { ...first, also } : null);
}

interface Past {
  readonly work: RoundContext;
  readonly main: Priced;
  readonly pages: MarketPages;
}

function listsOf({ pages, work }: Past, pool: Pool): PoolPages {
  return pages.get(pool.address) ?? pagesOf(pool, work.reader);
}

/**
 * The completed curve that became the pool: by the pool's address, or by the transaction that opened it. A curve of DBC is found by
 * that transaction alone: its address follows from a configuration, and it holds nothing any more. A gap where the opening, which
 * may name one, could not be read.
 */
async function curveBehind(past: Past, opened: SecondRound['opened']): Promise<Reading<Pool | null>> {
  const { pool } = past.main;
  const completed = opened.find(
    (one) => isCurveVenue(one.pool.venue) && isRefused(one.result) && one.result.refused === 'completed',
  )?.pool;
  if (isCurveVenue(pool.venue) || (!completed && !AFTER_DBC.includes(pool.venue))) return known(null);
  if (completed?.venue === 'pump_curve') {
    const isIts = completed.other === pool.other && pool.address === canonicalPool(pool.mint, pool.other);
    return known(isIts ? completed : null);
  }
  const launch = await readLaunch(pool, past);
  if (!launch.known) return launch;
  const curve = completed ? known(completed) : await dbcCurveIn(launch.value.opening, past);
  return mapReading(curve, (one) =>
    one && one.other === pool.other && isMigration(launch.value.opening, one, pool) ? one : null,
  );
}

/** The curve of DBC that a transaction of its program names. */
async function dbcCurveIn({ instructions }: Transaction, { work, main }: Past): Promise<Reading<Pool | null>> {
  const named = instructions.filter(({ at, program }) => at.inner === -1 && program === DBC_PROGRAM);
  const addresses = named.flatMap(({ accounts }) => accounts);
  if (addresses.length === 0) return known(null);
  const round = await readApart(work.reader, addresses);
  return mapReading(round, ({ accounts }) => {
    const { pools } = recogniseAll(addresses, accounts, main.pool.mint);
    return pools.find(({ venue }) => venue === 'meteora_dbc') ?? null;
  });
}

/** Whether the program of the curve itself made the pool, so that nobody else chose it. */
function isMigration({ instructions }: Transaction, curve: Pool, pool: Pool): boolean {
  const programOf = (id: VenueId) => venues.find((venue) => venue.id === id)?.program;
  const outer = instructions.filter(
    ({ at, program, accounts }) =>
      at.inner === -1 && program === programOf(curve.venue) && accounts.includes(curve.address),
  );
  return instructions.some(
    ({ at, program, accounts }) =>
      at.inner !== -1 &&
      program === programOf(pool.venue) &&
      accounts.includes(pool.address) &&
      outer.some((one) => one.at.outer === at.outer),
  );
}

async function readMarketAge(
  past: Past,
  curve: Pool | null,
  { hubs, round }: Pick<SecondRound, 'hubs' | 'round'>,
  priced: readonly Priced[],
): Promise<Reading<MarketFacts>> {
  const { main, work } = past;
  const { own, lp } = listsOf(past, main.pool);
  const lists = await Promise.all([own, ...(lp ? [lp] : []), ...(curve ? [listsOf(past, curve).own] : [])]);
  const readable = lists.filter((list) => list.known);
  const [gap] = lists.flatMap((list) => (list.known ? [] : [list.gap]));
  if (readable.length === 0 && gap) return renamed('market', gap);
  if (readable.every(({ value }) => value.length === 0)) {
    return gap ? renamed('market', gap) : missing('market', 'history_missing', 'no transaction of the pool is listed');
  }
  const { asOf } = work.look.sight.moment;
  const now = asOf.time ?? 0;
  const accounts = {
    ...{ pool: main.pool, curve, enough: enoughOf(main, work, hubs, priced) },
    rentLamports: (round.accounts.get(main.pool.address)?.lamports ?? 0n) - main.open.market.depth.other,
  };
  // Of a long list only the newest part is known. The LP mint's list reaches further, and a curve's must not be cut.
  const used = curve ? lists.filter((list, at) => at < lists.length - 1 || isShort(list)) : lists;
  const spread = isShort(await own) ? [] : await readSpread(main.pool, work);
  const spans = newestFirst([...spansOf(timed(used), now), ...spread.map(({ span }) => span)]);
  const bodies = await bodiesOf(
    spans,
    spread.flatMap(({ read }) => read),
    work.reader,
  );
  const proof = proveDepth(spans, bodies, accounts);
  return known(factsOf(past, { proof, bodies }, curve, lists.every(isShort)));
}

interface Proven {
  readonly proof: DepthProof;
  readonly bodies: ReadonlyMap<string, Reading<Transaction>>;
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

function isShort(list: Page): boolean {
  return list.known && list.value.length < PAGE_SIGNATURES;
}

/** The successful transactions of these lists, each once, with their times. */
function timed(lists: readonly Page[]): readonly MarketEntry[] {
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

/** The beginning of an account's list: the whole of a short one, else in ascending order where an endpoint offers that. */
async function readLaunch(pool: Pool, past: Past): Promise<Reading<Launch>> {
  const { reader } = past.work;
  const page = await listsOf(past, pool).own;
  if (page.known && page.value.length < PAGE_SIGNATURES) {
    // The bodies are read while the end of the list is proven.
    const oldest = page.value.toReversed().slice(0, OLDEST_MAX);
    const tried = oldest.filter(({ failed }) => !failed).slice(0, OPENING_MAX);
    const [cut, bodies] = await Promise.all([cutOf(pool, page.value, reader), openBodies(reader).load(tried)]);
    return cut ?? openedIn(pool, oldest, bodies);
  }
  const ascending = await reader.bodies?.(pool.address, { order: 'oldest', limit: OLDEST_MAX });
  if (ascending?.known) {
    const { entries } = ascending.value;
    const tried = entries.filter(({ failed }) => !failed).slice(0, OPENING_MAX);
    return openedIn(
      pool,
      entries,
      tried.map((entry) => entry.body()),
    );
  }
  if (!page.known) return renamed('launch', page.gap);
  return missing('launch', 'limit_reached', `the beginning of ${pool.address} is beyond ${PAGE_SIGNATURES} signatures`);
}

/** Why a list may not be whole; null where nothing is older. */
async function cutOf(
  { address }: Pool,
  page: readonly SignatureEntry[],
  reader: HistoryReader,
): Promise<Reading<never> | null> {
  const last = page.at(-1);
  if (!last) return missing('launch', 'history_missing', `no transaction of ${address} is listed`);
  const before = await reader.signatures(address, { before: last.signature });
  if (!before.known) return renamed('launch', before.gap);
  return before.value.length > 0 ? missing('launch', 'limit_reached', `the list of ${address} was cut`) : null;
}

function openedIn(
  pool: Pool,
  oldest: readonly SignatureEntry[],
  bodies: readonly Reading<Transaction>[],
): Reading<Launch> {
  for (const body of bodies) {
    if (!body.known) return renamed('launch', body.gap);
    if (opens(body.value, pool)) {
      return known({ account: pool.address, venue: pool.venue, opening: body.value, oldest });
    }
  }
  return missing('launch', 'limit_reached', `none of the oldest transactions that were read opens ${pool.address}`);
}

/** The first tokens in the pool open it: its address can be named before there is anything at it. */
function opens({ failed, postTokens }: Transaction, { venue, address, mint, vaults }: Pool): boolean {
  const isOwn = (owner: Address | null) => venue === 'pump_curve' && owner === address;
  return !failed && postTokens.some((one) => one.mint === mint && (one.account === vaults.mint || isOwn(one.owner)));
}
