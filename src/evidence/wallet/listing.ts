import type { HistoryReader, SignatureEntry, SignaturePage } from '#chain/chain-reader.ts';
import type { Address, Signature } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';

/** Most gaps hold one or two transactions, so the first page is short. */
const FIRST_PAGE = 10;

/**
 * How many entries of token accounts' lists may still be read. A call takes its page length before it starts and gives back
 * what it did not use, so that concurrent calls stay within the bound together.
 */
export class Allowance {
  #left: number;
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(left: number) {
    this.#left = left;
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

  /** Ends a call that took `taken` and used `used` of them. */
  settle(taken: number, used: number): void {
    this.#taken -= taken;
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

/** A list inside a window, newest first, and the first entry before the window; null where nothing is older. */
export interface WindowListing {
  readonly inside: readonly TimedEntry[];
  readonly older: TimedEntry | null;
}

/** Which list is read: newer than `until`, back to `windowFrom` (Unix seconds), at most `signaturesMax` inside. */
export interface ListingQuestion {
  readonly of: Address;
  readonly reader: HistoryReader;
  /** The newest page, already under way, of at most `firstLimit` entries. */
  readonly first: Promise<Reading<readonly SignatureEntry[]>>;
  readonly firstLimit: number;
  readonly until: Signature | null;
  readonly windowFrom: number;
  readonly signaturesMax: number;
  /** How many entries inside the window are known already. They count towards `signaturesMax`. */
  readonly already: number;
  /** Called with entries that probably belong to the answer, while the next page is still pending. */
  readonly ahead: (entries: readonly TimedEntry[]) => void;
}

/** The length of the next page: one entry more than may still be read, so that an excess shows. */
export function pageLength(signaturesMax: number, read: number): number {
  return Math.min(PAGE_SIGNATURES, Math.max(1, signaturesMax - read + 1));
}

/**
 * Reads a list from its newest page back to an entry before the window or an empty page: a short page is not the end on every
 * endpoint. The gap `limit_reached`: more entries inside the window than are read.
 */
export async function readWindowListing(question: ListingQuestion): Promise<Reading<WindowListing>> {
  const { of, reader, until, signaturesMax, already } = question;
  const inside: TimedEntry[] = [];
  const seen = new Set<Signature>();
  let asked = question.firstLimit;
  let page = await question.first;
  for (let pages = 1; pages <= SHORT_PAGES_MAX; pages++) {
    if (!page.known) return renamed('history', page.gap);
    const entries = timed(page.value, inside.at(-1)?.time ?? null);
    const last = entries.at(-1);
    if (!last) return known({ inside, older: null });
    const { recent, older } = cutAt(entries, question.windowFrom);
    inside.push(...recent);
    const wrong = timeless(page.value, inside) ?? objection(question, inside.length, entries, seen);
    if (wrong) return wrong;
    if (older) return known({ inside, older });
    if (isLikelyToFit(question, inside, entries.length < asked)) question.ahead(recent);
    asked = pageLength(signaturesMax, already + inside.length);
    page = await reader.signatures(of, pageOf(last.signature, until, asked));
  }
  return missing('history', 'rpc_unavailable', `${SHORT_PAGES_MAX} pages were cut short`);
}

/** Whether the window is expected to hold no more than is read: the page was not full, or its pace says so. */
export function isLikelyToFit(
  { windowFrom, signaturesMax, already }: Pick<ListingQuestion, 'windowFrom' | 'signaturesMax' | 'already'>,
  inside: readonly TimedEntry[],
  isShort: boolean,
): boolean {
  if (isShort) return true;
  const [newest, oldest] = [inside[0]?.time ?? 0, inside.at(-1)?.time ?? 0];
  return inside.length * (newest - windowFrom) <= (signaturesMax - already) * (newest - oldest);
}

/** A gap where the list contradicts itself or is too long; null where it may be read on. */
export function objection(
  { signaturesMax, already }: Pick<ListingQuestion, 'signaturesMax' | 'already'>,
  inside: number,
  page: readonly TimedEntry[],
  seen: Set<Signature>,
): Reading<never> | null {
  for (const { signature } of page) {
    if (seen.has(signature)) return missing('history', 'rpc_disagrees', 'a page repeats an earlier one');
    seen.add(signature);
  }
  if (!isInTime(page)) return missing('history', 'rpc_disagrees', 'a list whose moments contradict its order');
  if (already + inside <= signaturesMax) return null;
  return missing('history', 'limit_reached', `more than ${signaturesMax} signatures`);
}

/** A gap where no entry has a time, because then the window has no bounds. */
function timeless(page: readonly SignatureEntry[], inside: readonly TimedEntry[]): Reading<never> | null {
  if (inside.length > page.length || page.some(({ blockTime }) => blockTime !== null)) return null;
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

function pageOf(before: Signature, until: Signature | null, limit: number) {
  return until === null ? { before, limit } : { before, until, limit };
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

/**
 * Reads a part of a token account's list, newest first. A short page ends it; balances show later whether it was complete. Null
 * where the allowance does not suffice.
 */
export async function readAccountList(
  reader: Pick<HistoryReader, 'signatures'>,
  gap: ListGap,
  windowFrom: number,
  allowance: Allowance,
): Promise<Reading<ListPart | null>> {
  const inside: TimedEntry[] = [];
  let limit = FIRST_PAGE;
  for (let cursor = gap.before; ; limit = PAGE_SIGNATURES) {
    const taken = await allowance.take(limit);
    if (taken === 0) return known(null);
    // A cached reading may be older than the balance that does not fit.
    const page = await reader.signatures(gap.account, partOf(gap, cursor, taken), 'anew');
    const entries = page.known ? timed(page.value, inside.at(-1)?.time ?? null) : [];
    const { recent, older } = cutAt(entries, windowFrom);
    // A call for an empty list counts as one entry.
    allowance.settle(taken, Math.max(1, recent.length));
    if (!page.known) return renamed('history', page.gap);
    inside.push(...recent);
    if (older) return known({ inside, older });
    cursor = nextCursor(entries, taken);
    if (cursor === null) return known({ inside, older: bottom(gap, inside) });
  }
}

/** Where the next page begins; null after a short one. */
function nextCursor(entries: readonly TimedEntry[], asked: number): Signature | null {
  return entries.length < asked ? null : (entries.at(-1)?.signature ?? null);
}

/** What is older than the end of a list: null where the whole list is empty, undefined where its end was not reached. */
function bottom({ after }: ListGap, inside: readonly TimedEntry[]): null | undefined {
  return after === null && inside.length === 0 ? null : undefined;
}

function partOf({ after }: ListGap, before: Signature | null, limit: number): SignaturePage {
  return { ...(before === null ? {} : { before }), ...(after === null ? {} : { until: after }), limit };
}
