import type {
  BodiesCursor,
  BodiesPage,
  HistoryReader,
  ListedTransaction,
  SignatureEntry,
} from '#chain/chain-reader.ts';
import { recogniseAll } from '#derive/market/found-pools.ts';
import { isOwnCurve, listedAccount, ownAccount } from '#derive/token/roles.ts';
import { LAMPORTS_PER_SOL } from '#lib/money.ts';
import { allKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenBalance, Transaction } from '#solana/transaction.ts';
import { venues } from '#venues/index.ts';
import { PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { canonicalPool } from '#venues/pumpswap/layout.ts';
import type { Pool, VenueId } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { depthLamportsOf, type Priced } from '../market/opened-pools.ts';
import { readApart } from '../market/rounds.ts';
import { findFirst, findPart, holdsLamports, RENT_MIN, readBefore } from '../sources/list-beginning.ts';
import { type Bodies, CROWDED_PAGES, openBodies, PAGE_SIGNATURES, readBack } from '../sources/listing.ts';
import { ENTRIES_MAX, LAUNCH_SLOTS_AFTER, type MarketOpening } from './insiders/launch.ts';
import type { RoundContext, SecondRound } from './second-round.ts';
import { heldIn } from './trades/pool-trade.ts';

/** How many of the oldest entries are read to find the opening, before it is searched in the noise behind them. */
const OLDEST_MAX = 8;

/** Entries of a page in ascending order, which come with their bodies. */
const ASCENDING_MAX = 256;
/** Entries of a launch that its list calls failed and that are read, so that no list hides a purchase. */
const FAILED_PROVEN_MAX = 8;

/** Pools with this part of the main pool's depth have a launch and prices of their own, at most this many. Own choice. */
const DEEP_PARTS = 4n;
const DEEP_MAX = 3;

/** The pools that curves of DBC become. */
const AFTER_DBC: readonly VenueId[] = ['meteora_damm_v1', 'meteora_damm_v2'];

/** Where the market opened: the account of its curve, or of its pool where it began without one. */
export interface Launch extends MarketOpening {
  readonly venue: VenueId;
  /** Its list was read back over several pages. */
  readonly isFar?: boolean;
}

export type ListPage = Reading<readonly SignatureEntry[]>;

/** The list of an account that shows a market, newest first, as far as it was read. `ended`: nothing is older. */
export interface MarketList {
  readonly of: Address;
  readonly page: ListPage;
  readonly ended: boolean;
}

/** The newest pages of pools, each asked for once. */
export interface PoolLists {
  /** That of the pool's vault. */
  own(pool: Pool): Promise<MarketList>;
  /** That of its LP mint, which only deposits and withdrawals name; null where it has none. */
  lp(pool: Pool): Promise<MarketList> | null;
  /** The same as `own` where it was asked for ahead; null for another pool, for which it is not worth a call. */
  early(pool: Pick<Pool, 'address'>): Promise<MarketList> | null;
}

/** Opens the lists of pools. Those of `ahead` are asked for now. */
export function openLists(ahead: readonly Pool[], reader: HistoryReader): PoolLists {
  const asked = new Map<Address, Promise<MarketList>>();
  const once = (of: Address, ask: () => Promise<MarketList>) => {
    const list = asked.get(of) ?? ask();
    asked.set(of, list);
    return list;
  };
  const own = (pool: Pool) => once(pool.address, () => ownList(pool, reader));
  const lp = ({ liquidity }: Pool) => (liquidity ? once(liquidity.mint, () => listOf(liquidity.mint, reader)) : null);
  for (const pool of ahead) {
    own(pool);
    lp(pool);
  }
  const early = new Set(ahead.map(({ address }) => address));
  return { own, lp, early: ({ address }) => (early.has(address) ? (asked.get(address) ?? null) : null) };
}

/** An endpoint that lists nothing of the vault may still list the pool. */
async function ownList(pool: Pool, reader: HistoryReader): Promise<MarketList> {
  const list = await listOf(listedAccount(pool), reader);
  const isEmpty = list.page.known && list.page.value.length === 0 && list.of !== pool.address;
  return isEmpty ? listOf(pool.address, reader) : list;
}

async function listOf(of: Address, reader: HistoryReader): Promise<MarketList> {
  const page = await reader.signatures(of);
  return { of, page, ended: page.known && page.value.length < PAGE_SIGNATURES };
}

/** The deepest pool, and the lists that were asked for. */
export interface Past {
  readonly work: RoundContext;
  readonly main: Priced;
  readonly lists: PoolLists;
}

/**
 * The completed curve that became the pool: by the pool's address, or by the transaction that opened it. A curve of DBC is found by
 * that transaction alone: its address follows from a configuration, and it holds nothing any more. A gap where the opening, which
 * may name one, could not be read.
 */
export async function curveBehind(past: Past, opened: SecondRound['opened']): Promise<Reading<Pool | null>> {
  const { pool } = past.main;
  const completed = opened.find(
    (one) => isOwnCurve(one.pool) && isRefused(one.result) && one.result.refused === 'completed',
  )?.pool;
  if (isOwnCurve(pool) || (!completed && !AFTER_DBC.includes(pool.venue))) return known(null);
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

/** Whether the program of the curve itself made the pool, so that no person chose it. */
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

/** The main pool, and others with a good part of its depth, which could otherwise hide a launch or a fall. */
export function deepPools(main: Priced, priced: readonly Priced[]): readonly Priced[] {
  const deep = priced.filter((one) => one !== main && depthLamportsOf(one) * DEEP_PARTS >= depthLamportsOf(main));
  return [main, ...deep].slice(0, DEEP_MAX);
}

/**
 * Reads the launch of the curve, else of the deepest pools, or of the curves that became these: the one that came first, with the
 * others beside it. A gap where one of them could not be read.
 */
export async function readOpening(
  past: Past,
  curve: Pool | null,
  priced: readonly Priced[],
  opened: SecondRound['opened'],
): Promise<Reading<Launch | null>> {
  const launches = curve
    ? [await readLaunch(curve, past)]
    : await Promise.all(deepPools(past.main, priced).map((main) => readFirst({ ...past, main }, opened, past.main)));
  return mapReading(allKnown(launches), (read) => {
    const [first, ...also] = read.toSorted((a, b) => a.opening.slot - b.opening.slot);
    return first ? { ...first, also } : null;
  });
}

/** The launch of a deep pool, or of the curve that became it. `main`: the deepest one, of which no curve is known. */
async function readFirst(past: Past, opened: SecondRound['opened'], main: Priced): Promise<Reading<Launch>> {
  const { pool } = past.main;
  const behind = past.main === main ? known(null) : await curveBehind(past, opened);
  return behind.known ? readLaunch(behind.value ?? pool, past) : behind;
}

/** Whether entries in ascending order go on after the launch. */
export function reachesBeyond(ascending: readonly SignatureEntry[], { slot }: Transaction): boolean {
  return (ascending.at(-1)?.slot ?? 0) > slot + LAUNCH_SLOTS_AFTER;
}

/** The entries from a slot on. Of those that failed a few are enough: they moved nothing. */
export function entriesFrom(ascending: readonly SignatureEntry[], slot: number): readonly SignatureEntry[] {
  const after = ascending.filter((entry) => entry.slot >= slot);
  const proven = new Set(after.filter(({ failed }) => failed).slice(0, FAILED_PROVEN_MAX));
  return after.filter((entry) => !entry.failed || proven.has(entry)).slice(0, ENTRIES_MAX);
}

/** The beginning of an account's list: the whole of a short one, else in ascending order where an endpoint offers that, else far back. */
async function readLaunch(pool: Pool, past: Past): Promise<Reading<Launch>> {
  const { reader } = past.work;
  const { of, page, ended } = await past.lists.own(pool);
  if (!ended) {
    const found = await searchAscending(pool, of, reader);
    if (found) return found;
    if (!page.known) return renamed('launch', page.gap);
  }
  const listed = ended
    ? mapReading(page, (entries) => ({ entries, whole: true }))
    : await readBack(of, reader, CROWDED_PAGES);
  if (!listed.known) return renamed('launch', listed.gap);
  const { entries, whole } = listed.value;
  if (!whole) return await readFarLaunch(pool, of, entries, past);
  // The bodies are read while the end of the list is proven.
  const { load } = openBodies(reader);
  const opening = searchOpening(pool, entries.toReversed(), load);
  const cut = await cutOf(of, entries, reader);
  return cut ?? mapReading(await opening, (one) => ({ ...one, isFar: !ended }));
}

/** The launch of a list that has older entries than those read. */
async function readFarLaunch(
  pool: Pool,
  of: Address,
  entries: readonly SignatureEntry[],
  { work: { reader } }: Past,
): Promise<Reading<Launch>> {
  const tooFar = missing('launch', 'limit_reached', `the beginning of ${of} is too far back`);
  let found: Reading<Launch> = tooFar;
  for (const least of leastOf(pool)) {
    const part = await findPart(of, { entries, whole: false }, reader, (body) => isThere(body, pool, least));
    if (!part.known) return renamed('launch', part.gap);
    if (part.value === null) continue;
    found = await searchOpening(pool, part.value, openBodies(reader).load);
    if (found.known || found.gap.cause !== 'limit_reached') break;
  }
  if (!found.known) return found;
  const { opening } = found.value;
  const after = await entriesUntil(of, opening, reader);
  return mapReading(after, (entries) => ({ ...found.value, oldest: entriesFrom(entries, opening.slot), isFar: true }));
}

/** A list up to the end of a launch, oldest first; a gap where its opening is not listed there. */
export async function entriesUntil(
  of: Address,
  { signature, slot }: Transaction,
  reader: HistoryReader,
): Promise<ListPage> {
  const page = await readBefore(of, { slot: slot + LAUNCH_SLOTS_AFTER, epochs: 0 }, reader);
  if (!page.known) return renamed('launch', page.gap);
  const isListed = page.value.some((entry) => entry.signature === signature);
  return isListed
    ? known(page.value.toReversed())
    : missing('launch', 'limit_reached', `the list of ${of} is too long`);
}

/** The opening in a list in ascending order; null where no endpoint offers that, or noise fills its beginning. */
async function searchAscending(pool: Pool, of: Address, reader: HistoryReader): Promise<Reading<Launch> | null> {
  const had = new Map<Signature, ListedTransaction>();
  const load: Bodies['load'] = async (some) => some.flatMap(({ signature }) => had.get(signature)?.body() ?? []);
  let page = await ascendingPage(of, reader);
  for (let pages = 1; page && pages <= CROWDED_PAGES; pages += 1) {
    for (const entry of page.entries) had.set(entry.signature, entry);
    const found = await searchOpening(pool, [...had.values()], load);
    const isDone = found.known
      ? reachesBeyond([...had.values()], found.value.opening)
      : found.gap.cause !== 'limit_reached';
    if (isDone || !page.next) return found;
    if (!found.known) return null;
    page = await ascendingPage(of, reader, page.next);
  }
  if (!page) return null;
  return missing('launch', 'limit_reached', `more transactions follow the opening of ${of} than are read`);
}

async function ascendingPage(of: Address, reader: HistoryReader, from?: BodiesCursor): Promise<BodiesPage | null> {
  const page = await reader.bodies?.(of, { order: 'oldest', limit: ASCENDING_MAX, ...(from && { from }) });
  return page?.known ? page.value : null;
}

/** Why a list may not be whole; null where nothing is older. */
async function cutOf(
  of: Address,
  page: readonly SignatureEntry[],
  reader: HistoryReader,
): Promise<Reading<never> | null> {
  const last = page.at(-1);
  if (!last) return missing('launch', 'history_missing', `no transaction of ${of} is listed`);
  const before = await reader.signatures(of, { before: last.signature });
  if (!before.known) return renamed('launch', before.gap);
  return before.value.length > 0 ? missing('launch', 'limit_reached', `the list of ${of} was cut`) : null;
}

/** The opening, from the oldest entries. A transaction that names the vault and fills it with no token opens nothing. */
async function searchOpening(
  pool: Pool,
  ascending: readonly SignatureEntry[],
  load: Bodies['load'],
): Promise<Reading<Launch>> {
  const { address, venue } = pool;
  const tried = ascending.filter(({ failed }) => !failed);
  const oldest = allKnown(await load(tried.slice(0, OLDEST_MAX)));
  if (!oldest.known) return renamed('launch', oldest.gap);
  const early = oldest.value.find((body) => opens(body, pool));
  const found = early ? known(early) : await firstThere(pool, tried.slice(OLDEST_MAX), load);
  if (!found.known) return renamed('launch', found.gap);
  const opening = found.value;
  if (!opening)
    return missing('launch', 'limit_reached', `none of the oldest transactions that were read opens ${address}`);
  return known({ account: address, venue, opening, oldest: entriesFrom(ascending, opening.slot) });
}

/** The first tokens in the pool open it: its address can be named before there is anything at it. */
function opens({ failed, postTokens }: Transaction, pool: Pool): boolean {
  const { venue, address, mint } = pool;
  const isCurves = (one: TokenBalance) => venue === 'pump_curve' && one.owner === address && one.mint === mint;
  return !failed && postTokens.some((one) => one.account === ownAccount(pool, 'mint') || isCurves(one));
}

/** The transaction that opened the pool. Earlier lamports in its vault cost their sender, so more of them prove more. */
async function firstThere(
  pool: Pool,
  ascending: readonly SignatureEntry[],
  load: Bodies['load'],
): Promise<Reading<Transaction | null>> {
  for (const least of leastOf(pool)) {
    const found = await findFirst(ascending, load, (body) => isThere(body, pool, least));
    if (!found.known) return found;
    const body = found.value;
    // A pool that opens with little of the other side cannot be dated by much of it: another trade would pass for the opening.
    const isFirst = least === RENT_MIN || (body && (heldIn(body, pool, 'mint')?.before ?? 0n) === 0n);
    if (body && isFirst && opens(body, pool)) return found;
  }
  return known(null);
}

/** Lamports that prove a pool: where SOL is traded, also more than others would give away before. */
function leastOf(pool: Pool): readonly bigint[] {
  return pool.other === WRAPPED_SOL && !pool.shares ? [RENT_MIN, LAMPORTS_PER_SOL / 50n, LAMPORTS_PER_SOL] : [RENT_MIN];
}

/** Whether the pool was there after the transaction; null where that is not shown. */
export function isThere(body: Transaction, pool: Pool, least = RENT_MIN): boolean | null {
  return opens(body, pool) || holdsLamports(listedAccount(pool), least)(body);
}
