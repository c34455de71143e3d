import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { venues } from '#venues/index.ts';
import { PROGRAM as DBC_PROGRAM } from '#venues/meteora-dbc/layout.ts';
import { canonicalPool } from '#venues/pumpswap/layout.ts';
import type { Pool, VenueId } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { recogniseAll } from '../market/found.ts';
import { depthLamportsOf, type Priced } from '../market/opened.ts';
import { readApart } from '../market/rounds.ts';
import { openBodies, PAGE_SIGNATURES } from '../sources/listing.ts';
import type { MarketOpening } from './insiders/launch.ts';
import { isOwnCurve, listedAccount } from './roles.ts';
import type { RoundContext, SecondRound } from './second-round.ts';
import { changesOf } from './trades/pool-trade.ts';

/** Oldest entries of the launch that are returned, and how many more are read at a time to find its opening among noise before it. */
const OLDEST_MAX = 64;
const OPENING_STEPS = [8, 56, 200];

/** Entries of a list in ascending order that come with their bodies. */
const ASCENDING_MAX = 256;

/** Pools with this part of the main pool's depth have a launch and prices of their own, at most this many. Own choice. */
const DEEP_PARTS = 4n;
const DEEP_MAX = 3;

/** The pools that curves of DBC become. */
const AFTER_DBC: readonly VenueId[] = ['meteora_damm_v1', 'meteora_damm_v2'];

/** Where the market opened: the account of its curve, or of its pool where it began without one. */
export interface Launch extends MarketOpening {
  readonly venue: VenueId;
}

export type ListPage = Reading<readonly SignatureEntry[]>;

/** The newest pages of a pool: that of its vault, and that of its LP mint, which only deposits and withdrawals name. */
interface PoolPages {
  readonly own: Promise<ListPage>;
  readonly lp: Promise<ListPage> | null;
}
export type MarketPages = ReadonlyMap<Address, PoolPages>;

export function pagesOf(pool: Pool, reader: HistoryReader): PoolPages {
  const { liquidity } = pool;
  return { own: ownPage(pool, reader), lp: liquidity ? reader.signatures(liquidity.mint) : null };
}

/** An endpoint that lists nothing of the vault may still list the pool. */
async function ownPage(pool: Pool, reader: HistoryReader): Promise<ListPage> {
  const of = listedAccount(pool);
  const page = await reader.signatures(of);
  return page.known && page.value.length === 0 && of !== pool.address ? reader.signatures(pool.address) : page;
}

/** The deepest pool, and the lists that were asked for. */
export interface Past {
  readonly work: RoundContext;
  readonly main: Priced;
  readonly pages: MarketPages;
}

export function listsOf({ pages, work }: Past, pool: Pool): PoolPages {
  return pages.get(pool.address) ?? pagesOf(pool, work.reader);
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

/** The main pool, and others with a good part of its depth, whose launch or fall somebody could otherwise hide behind it. */
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
  const read: Launch[] = [];
  for (const launch of launches) {
    if (!launch.known) return launch;
    read.push(launch.value);
  }
  const [first, ...also] = read.sort((a, b) => a.opening.slot - b.opening.slot);
  return known(first ? { ...first, also } : null);
}

/** The launch of a deep pool, or of the curve that became it. `main`: the deepest one, of which no curve is known. */
async function readFirst(past: Past, opened: SecondRound['opened'], main: Priced): Promise<Reading<Launch>> {
  const { pool } = past.main;
  const behind = past.main === main ? known(null) : await curveBehind(past, opened);
  return behind.known ? readLaunch(behind.value ?? pool, past) : behind;
}

/**
 * Adds the moment since which the deepest pool is deep, where liquidity came in then: whoever opens a pool with dust launches it when he
 * fills it. A gap where the transactions around it could not be listed.
 */
export async function withFilling(launch: Launch, first: Transaction, past: Past): Promise<Reading<Launch>> {
  const { pool } = past.main;
  const { signature, slot } = first;
  const launches = [launch, ...(launch.also ?? [])];
  const changes = changesOf(first, pool);
  const isFilled = changes !== null && changes.other > 0n && changes.mint >= 0n;
  if (!isFilled || launches.some(({ opening }) => opening.signature === signature)) return known(launch);
  const page = await listsOf(past, pool).own;
  const isListed = page.known && page.value.some((entry) => entry.signature === signature);
  const from = { token: `${slot}:0`, slot, signatures: new Set<never>() };
  const ascending = isListed
    ? undefined
    : await past.work.reader.bodies?.(listedAccount(pool), { order: 'oldest', limit: OLDEST_MAX, from });
  if (ascending && !ascending.known) return renamed('launch', ascending.gap);
  if (!isListed && !ascending)
    return missing('launch', 'limit_reached', 'what followed the first deposit is not listed');
  const after = isListed ? page.value.toReversed().filter((entry) => entry.slot >= slot) : ascending?.value.entries;
  const filling = {
    account: pool.address,
    venue: pool.venue,
    opening: first,
    oldest: (after ?? []).slice(0, OLDEST_MAX),
  };
  return known({ ...launch, also: [...(launch.also ?? []), filling] });
}

export function isListShort(list: ListPage): boolean {
  return list.known && list.value.length < PAGE_SIGNATURES;
}

/** The beginning of an account's list: the whole of a short one, else in ascending order where an endpoint offers that. */
async function readLaunch(pool: Pool, past: Past): Promise<Reading<Launch>> {
  const { reader } = past.work;
  const page = await listsOf(past, pool).own;
  if (page.known && page.value.length < PAGE_SIGNATURES) {
    // The bodies are read while the end of the list is proven.
    const ascending = page.value.toReversed();
    const { load } = openBodies(reader);
    const [cut, opening] = await Promise.all([cutOf(pool, page.value, reader), searchOpening(pool, ascending, load)]);
    return cut ?? opening;
  }
  const ascending = await reader.bodies?.(listedAccount(pool), { order: 'oldest', limit: ASCENDING_MAX });
  if (ascending?.known) {
    const { entries } = ascending.value;
    const had = new Map(entries.map((entry) => [entry.signature, entry]));
    return searchOpening(pool, entries, async (some) =>
      some.flatMap(({ signature }) => had.get(signature)?.body() ?? []),
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

/** The opening among the oldest entries. Whoever named the vault before it was there, or together with it, opened nothing. */
async function searchOpening(
  pool: Pool,
  ascending: readonly SignatureEntry[],
  load: (entries: readonly SignatureEntry[]) => Promise<readonly Reading<Transaction>[]>,
): Promise<Reading<Launch>> {
  const tried = ascending.filter(({ failed }) => !failed);
  let from = 0;
  for (const step of OPENING_STEPS) {
    const bodies = await load(tried.slice(from, from + step));
    for (const body of bodies) {
      if (!body.known) return renamed('launch', body.gap);
      if (!opens(body.value, pool)) continue;
      const { slot, signature } = body.value;
      const before = ascending.findIndex((entry) => entry.slot === slot || entry.signature === signature);
      const oldest = ascending.slice(Math.max(0, before)).slice(0, OLDEST_MAX);
      return known({ account: pool.address, venue: pool.venue, opening: body.value, oldest });
    }
    from += step;
    if (from >= tried.length) break;
  }
  return missing('launch', 'limit_reached', `none of the oldest transactions that were read opens ${pool.address}`);
}

/** The first tokens in the pool open it: its address can be named before there is anything at it. */
function opens({ failed, postTokens }: Transaction, { venue, address, mint, vaults }: Pool): boolean {
  const isOwn = (owner: Address | null) => venue === 'pump_curve' && owner === address;
  return !failed && postTokens.some((one) => one.mint === mint && (one.account === vaults.mint || isOwn(one.owner)));
}
