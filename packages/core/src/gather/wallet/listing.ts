import type { HistoryReader, SignatureEntry, SignaturePage } from '#chain/chain-reader.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { WindowLimit } from '#rules/wallet/evidence.ts';
import type { Address, Signature } from '#solana/address.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';

/** Most gaps hold one or two transactions, so the first page is short. */
const FIRST_PAGE = 10;

/**
 * How many entries of token accounts' lists may still be read. A call takes its page length before it starts. It gives back the entries
 * that it did not use and those that were dust, so that concurrent calls stay within the bound together.
 */
export class Allowance {
  readonly #max: number;
  #left: number;
  #taken = 0;
  #read = 0;
  #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
    this.#left = max;
  }

  /** True once as many entries were read as may count. Later entries are in the list because some were dust. */
  get isPassed(): boolean {
    return this.#read >= this.#max;
  }

  /** Takes at most `wanted`. Waits while others may still give something back. Returns 0 where nothing is left. */
  async take(wanted: number): Promise<number> {
    while (this.#left === 0 && this.#taken > 0) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    const granted = Math.min(wanted, this.#left);
    this.#left -= granted;
    this.#taken += granted;
    return granted;
  }

  /** Ends a call that took `taken`, read `read` of them, and gives back all but `used`. */
  settle(taken: number, read: number, used: number): void {
    this.#taken -= taken;
    this.#read += read;
    this.#left += taken - used;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Clocks of blocks differ a little. Where two times differ by more, one of them is wrong. */
export const CLOCK_SECONDS_MAX = 150;
/** How many pages are read where an endpoint cuts pages short. Beyond it the gap is the fault of the endpoint. */
const SHORT_PAGES_MAX = 100;

/** An entry of a list. `time` is in Unix seconds: its own, or that of its neighbour where the endpoint has none. */
export interface TimedEntry {
  readonly signature: Signature;
  readonly slot: number;
  readonly time: number;
}

/**
 * A list inside a window, newest first, as far as it was read. `older`: the first entry before the window; null where nothing is
 * older; undefined where the reading ended before, for which `ended` says why.
 */
export interface ListedPart {
  readonly inside: readonly TimedEntry[];
  readonly older: TimedEntry | null | undefined;
  readonly ended: WindowLimit | null;
}

/** The newest part of a wallet's own list of which every transaction was read. */
export interface OwnList {
  /** Not older than `windowFrom`, newest first. */
  readonly inside: readonly TimedEntry[];
  /** The last one before it; null: there is none. */
  readonly older: TimedEntry | null;
  readonly windowFrom: number;
  /** Null where the window begins where it was asked to. */
  readonly shortenedBy: WindowLimit | null;
  /** The entries before a shortened window. They count for nothing, read or not. */
  readonly beyond: readonly TimedEntry[];
}

/** Which list is read: newer than `until`, back to `windowFrom` (Unix seconds). */
interface ListingQuestion {
  readonly of: Address;
  readonly reader: HistoryReader;
  /** The newest page, already under way, of at most `firstLimit` entries. */
  readonly first: Promise<Reading<readonly SignatureEntry[]>>;
  readonly firstLimit: number;
  readonly until: Signature | null;
  readonly windowFrom: number;
  /** How many more transactions may be listed after these, as far as their effects are known; below 0 where too many were. */
  readonly room: (listed: readonly TimedEntry[]) => number;
  /** Waits until all entries that were listed are read; the gap of the first that could not be. */
  readonly settled: () => Promise<Gap | null>;
  /** Called with entries, while the next page is still pending. */
  readonly ahead: (entries: readonly TimedEntry[]) => void;
}

/** Behind the limit, a page holds so many at least: how many of them count is only known when they are read. */
const PAGE_MIN = 100;

/** The length of the first page: one entry more than count, so that an excess shows. */
export function firstPageLength(signaturesMax: number): number {
  return Math.min(PAGE_SIGNATURES, signaturesMax + 1);
}

/** The length of a page where so many more entries may be listed. */
export function pageLength(room: number): number {
  return Math.min(PAGE_SIGNATURES, Math.max(PAGE_MIN, room + 1));
}

/** What the gap of a reader that reads a part of a check says of its bounds; null where it failed otherwise. */
export function endedBy({ cause }: Gap): WindowLimit | null {
  return cause === 'deadline' ? 'time' : cause === 'limit_reached' ? 'calls' : null;
}

/**
 * Reads a list from its newest page back to an entry before the window or an empty page: a short page is not the end on every
 * endpoint. It ends before where there is no more room, and where the time or the calls of the reader are used up.
 */
export async function readWindowListing(question: ListingQuestion): Promise<Reading<ListedPart>> {
  const { of, reader, until } = question;
  const progress: Progress = { inside: [], seen: new Set() };
  const { inside } = progress;
  let asked = question.firstLimit;
  let page = await question.first;
  for (let shortPages = 0; shortPages <= SHORT_PAGES_MAX; ) {
    const ended = usePage(question, page, progress) ?? (await outOfRoom(question, inside));
    if (ended) return ended;
    if (page.known && page.value.length < asked) shortPages += 1;
    asked = pageLength(question.room(inside));
    page = await reader.signatures(of, pageOf(inside.at(-1)?.signature, until, asked));
  }
  return missing('history', 'rpc_unavailable', `${SHORT_PAGES_MAX} pages were cut short`);
}

/** A list as far as it was read. */
interface Progress {
  readonly inside: TimedEntry[];
  readonly seen: Set<Signature>;
}

/** Uses the entries of a page inside the window. Null where the list goes on. */
function usePage(
  { windowFrom, ahead }: ListingQuestion,
  page: Reading<readonly SignatureEntry[]>,
  { inside, seen }: Progress,
): Reading<ListedPart> | null {
  if (!page.known) {
    const ended = inside.length > 0 ? endedBy(page.gap) : null;
    return ended ? known({ inside, older: undefined, ended }) : renamed('history', page.gap);
  }
  const entries = timed(page.value, inside.at(-1)?.time ?? null);
  if (entries.length === 0) return known({ inside, older: null, ended: null });
  const { recent, older } = cutAt(entries, windowFrom);
  const wrong = timeless(page.value, inside) ?? objection(entries, seen);
  if (wrong) return wrong;
  for (const entry of recent) inside.push(entry);
  ahead(recent);
  return older ? known({ inside, older, ended: null }) : null;
}

/** The end of the list where there is no room for more. More entries may prove to be dust when all bodies were read. */
async function outOfRoom(
  { room, settled }: ListingQuestion,
  inside: readonly TimedEntry[],
): Promise<Reading<ListedPart> | null> {
  if (room(inside) >= 0) return null;
  const gap = await settled();
  if (!gap && room(inside) >= 0) return null;
  return known({ inside, older: undefined, ended: (gap && endedBy(gap)) ?? 'transactions' });
}

/** A gap where the list contradicts itself; null where it may be read on. */
export function objection(page: readonly TimedEntry[], seen: Set<Signature>): Reading<never> | null {
  for (const { signature } of page) {
    if (seen.has(signature)) return missing('history', 'rpc_disagrees', 'a page repeats an earlier one');
    seen.add(signature);
  }
  return isInTime(page) ? null : missing('history', 'rpc_disagrees', 'a list whose moments contradict its order');
}

/** A gap where no entry has a time, because then the window has no bounds. */
function timeless(page: readonly SignatureEntry[], inside: readonly TimedEntry[]): Reading<never> | null {
  if (inside.length > 0 || page.some(({ blockTime }) => blockTime !== null)) return null;
  return missing('history', 'rpc_unavailable', 'no block has a time');
}

/** True where no entry is later than the one that the list puts behind it. */
function isInTime(newestFirst: readonly TimedEntry[]): boolean {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { time } of newestFirst) {
    if (time > oldest + CLOCK_SECONDS_MAX) return false;
    oldest = Math.min(oldest, time);
  }
  return true;
}

/** The entries inside the window, and the first one before it. */
export function cutAt(entries: readonly TimedEntry[], windowFrom: number) {
  const cut = entries.findIndex(({ time }) => time < windowFrom);
  return cut < 0 ? { recent: entries, older: null } : { recent: entries.slice(0, cut), older: entries[cut] ?? null };
}

function pageOf(before: Signature | undefined, until: Signature | null, limit: number): SignaturePage {
  return { ...(before === undefined ? {} : { before }), ...(until === null ? {} : { until }), limit };
}

/** Gives each entry a time: its own, else that of the next newer entry, else that of the next older one. */
export function timed(page: readonly SignatureEntry[], newer: number | null): readonly TimedEntry[] {
  let time = newer ?? page.find(({ blockTime }) => blockTime !== null)?.blockTime ?? 0;
  return page.map(({ signature, slot, blockTime }) => {
    time = blockTime ?? time;
    return { signature, slot, time };
  });
}

/** A part of a token account's list: entries older than `before` (null: the newest) and newer than `after` (null: all). */
interface ListGap {
  readonly account: Address;
  readonly after: Signature | null;
  readonly before: Signature | null;
}

/** The entries of a `ListGap`. `older`: the first one before the window; null: there is none; undefined: not reached. */
interface ListPart {
  readonly inside: readonly TimedEntry[];
  readonly older: TimedEntry | null | undefined;
}

/** Reads lists of token accounts, and tells how many of their entries count: all but dust, which takes their bodies. */
export interface AccountLists {
  readonly allowance: Allowance;
  readonly page: (of: Address, page: SignaturePage) => Promise<Reading<readonly SignatureEntry[]>>;
  readonly counted: (entries: readonly TimedEntry[]) => Promise<Reading<number>>;
}

/**
 * Reads a part of a token account's list, newest first. A short page ends it; balances show later whether it was complete. Null where the
 * allowance does not suffice, or where the time or the calls for entries beyond it are used up.
 */
export async function readAccountList(
  lists: AccountLists,
  gap: ListGap,
  windowFrom: number,
): Promise<Reading<ListPart | null>> {
  const inside: TimedEntry[] = [];
  let limit = FIRST_PAGE;
  for (let cursor = gap.before; ; limit = PAGE_SIGNATURES) {
    const taken = await lists.allowance.take(limit);
    if (taken === 0) return known(null);
    const isBeyond = lists.allowance.isPassed;
    const asked = { of: gap.account, page: partOf(gap, cursor, taken), newer: inside.at(-1)?.time ?? null };
    const entries = await readCounted(lists, asked, windowFrom);
    if (!entries.known) return isBeyond && endedBy(entries.gap) ? known(null) : renamed('history', entries.gap);
    const { recent, older } = cutAt(entries.value, windowFrom);
    inside.push(...recent);
    if (older) return known({ inside, older });
    cursor = nextCursor(entries.value, taken);
    if (cursor === null) return known({ inside, older: bottom(gap, inside) });
  }
}

/** Reads a page and the effects of its entries, and gives back the unused part of the allowance. */
async function readCounted(
  { allowance, page: read, counted }: AccountLists,
  {
    of,
    page,
    newer,
  }: { readonly of: Address; readonly page: SignaturePage & { readonly limit: number }; readonly newer: number | null },
  windowFrom: number,
): Promise<Reading<readonly TimedEntry[]>> {
  const found = await read(of, page);
  const entries = found.known ? timed(found.value, newer) : [];
  const { recent } = cutAt(entries, windowFrom);
  const count = found.known ? await counted(recent) : found;
  // A call for an empty list counts as one entry.
  allowance.settle(page.limit, recent.length, count.known && recent.length > 0 ? count.value : 1);
  return count.known ? known(entries) : count;
}

/** Where the next page begins; null after a short one. */
function nextCursor(entries: readonly TimedEntry[], asked: number): Signature | null {
  return entries.length < asked ? null : (entries.at(-1)?.signature ?? null);
}

/** What is older than the end of a list: null where the whole list is empty, undefined where its end was not reached. */
function bottom({ after }: ListGap, inside: readonly TimedEntry[]): null | undefined {
  return after === null && inside.length === 0 ? null : undefined;
}

function partOf({ after }: ListGap, before: Signature | null, limit: number) {
  return { ...(before === null ? {} : { before }), ...(after === null ? {} : { until: after }), limit };
}
