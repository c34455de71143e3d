import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { allKnown, type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';

/** Maximum number of a source's oldest transactions that a hop reads. */
export const HOP_BODIES_MAX = 20;

/** Maximum number of short pages that are joined. */
const PAGES_MAX = 10;

export const PAGE_SIGNATURES = 1_000;
/** Pages of a list that are read back where noise fills the newest one: strangers pay for each of their transactions. */
export const CROWDED_PAGES = 6;
/** Transactions of one round, and the maximum number of the subject's oldest ones. */
export const OLDEST_PER_ROUND = 50;
export const OLDEST_MAX = 200;
/** How many pages are read where an endpoint cuts pages short. Beyond it the gap is the fault of the endpoint. */
const SHORT_PAGES_MAX = 100;

/** A whole list, read down to an empty page, oldest first. */
export interface FullListing {
  readonly entries: readonly SignatureEntry[];
  readonly pages: number;
}

/**
 * How far a listing reads: full pages of 1,000 signatures, and how many of the oldest bodies are loaded ahead. `together`: those
 * bodies go into one request of their own where an endpoint offers that.
 */
export interface Reach {
  readonly pagesMax: number;
  readonly aheadMax: number;
  readonly together?: boolean;
}

/**
 * Reads back from the first page to an empty one, because some endpoints return short pages before the end. Loads the transactions
 * of a page that looks like the last while it is verified, which saves a round.
 */
export async function readFullListing(
  of: Address,
  reader: HistoryReader,
  bodies: Bodies,
  first: readonly SignatureEntry[],
  { pagesMax, aheadMax, together = false }: Reach,
): Promise<Reading<FullListing>> {
  const seen = new Set<Signature>();
  let page = first;
  let listing: FullListing = { entries: [], pages: 0 };
  for (let last = page.at(-1); last; last = page.at(-1)) {
    const end = beyond(listing, pagesMax);
    if (end) return end;
    for (const { signature } of page) seen.add(signature);
    listing = { entries: [...page.toReversed(), ...listing.entries], pages: listing.pages + 1 };
    if (seen.size < listing.entries.length) return missing('history', 'rpc_disagrees', 'a page repeats an earlier one');
    if (page.length < PAGE_SIGNATURES) bodies.ahead(listing.entries.slice(0, aheadMax), together ? of : undefined);
    const next = await reader.signatures(of, { before: last.signature });
    if (!next.known) return renamed('history', next.gap);
    page = next.value;
  }
  return known(listing);
}

/** Why nothing older is read; null while the limits allow another page. */
function beyond({ entries, pages }: FullListing, pagesMax: number): Reading<never> | null {
  const signaturesMax = pagesMax * PAGE_SIGNATURES;
  if (entries.length >= signaturesMax)
    return missing('history', 'limit_reached', `more than ${signaturesMax} signatures`);
  if (pages < SHORT_PAGES_MAX) return null;
  return missing('history', 'rpc_unavailable', `${pages} pages held ${entries.length} signatures only`);
}

/** The transactions of one check. Each is loaded once, so that loading ahead costs nothing twice. */
export interface Bodies {
  /** Starts the loads without waiting. `oldestOf`: the address whose oldest entries they are; some endpoints give these in one request. */
  ahead(entries: readonly SignatureEntry[], oldestOf?: Address): void;
  load(entries: readonly SignatureEntry[]): Promise<readonly Reading<Transaction>[]>;
  /**
   * Loads entries that a list calls failed, to detect a list that hides a success. Returns the gap where endpoints disagree about
   * one, else null.
   */
  prove(failed: readonly SignatureEntry[]): Promise<Gap | null>;
}

/** The bodies of one check, over its reader. */
export function openBodies(reader: Pick<HistoryReader, 'transaction' | 'oldestAhead'>): Bodies {
  const asked = new Map<Signature, Promise<Reading<Transaction>>>();
  const ask = ({ signature }: SignatureEntry, after: Promise<void> | undefined) => {
    const body = () => reader.transaction(signature);
    const pending = asked.get(signature) ?? (after ? after.then(body) : body());
    asked.set(signature, pending);
    return pending;
  };
  const load = (entries: readonly SignatureEntry[]) => Promise.all(entries.map((entry) => ask(entry, undefined)));
  return {
    load,
    async prove(failed) {
      const gaps = (await load(failed)).flatMap((body) => (body.known ? [] : body.gap));
      return gaps.find(({ cause }) => cause === 'rpc_disagrees') ?? null;
    },
    ahead(entries, oldestOf) {
      const together = oldestOf && reader.oldestAhead?.(oldestOf, entries);
      for (const entry of entries) void ask(entry, together);
    },
  };
}

/**
 * What `find` finds first in the transactions of a list. The list is read in its order, in parts of these sizes, because noise may come
 * first. Null where no part holds it.
 */
export async function findInParts<T>(
  entries: readonly SignatureEntry[],
  sizes: readonly number[],
  load: Bodies['load'],
  find: (body: Reading<Transaction>) => Reading<T> | null,
): Promise<Reading<T | null>> {
  let from = 0;
  for (const size of sizes) {
    for (const body of await load(entries.slice(from, from + size))) {
      const found = find(body);
      if (found) return found;
    }
    from += size;
    if (from >= entries.length) break;
  }
  return known(null);
}

/** A list as far as it was read, newest first. `whole`: nothing is older. */
export interface PartOfList {
  readonly entries: readonly SignatureEntry[];
  readonly whole: boolean;
}

/**
 * Completes the first page to a full page of history, or to all of it. So a busy source does not pass for a quiet one where an
 * endpoint cuts pages short. `ahead`: loads the bodies that a hop would need while the end is being proven.
 */
export async function readPast(
  of: Address,
  first: Promise<Reading<readonly SignatureEntry[]>>,
  reader: HistoryReader,
  ahead: Bodies | null,
  pagesMax = PAGES_MAX,
): Promise<Reading<PartOfList>> {
  const entries: SignatureEntry[] = [];
  let page = await first;
  for (let pages = 1; page.known && pages <= pagesMax; pages += 1) {
    entries.push(...page.value);
    const last = page.value.at(-1);
    if (!last) return known({ entries, whole: true });
    if (repeats(entries)) return missing('past', 'rpc_disagrees', 'a page repeats an earlier one');
    if (entries.length >= PAGE_SIGNATURES) return known({ entries: entries.slice(0, PAGE_SIGNATURES), whole: false });
    if (pages === 1) ahead?.ahead(entries.slice(-HOP_BODIES_MAX));
    page = await reader.signatures(of, { before: last.signature });
  }
  return page.known ? missing('past', 'rpc_unavailable', `${pagesMax} pages did not make a full one`) : page;
}

function repeats(entries: readonly SignatureEntry[]): boolean {
  return new Set(entries.map(({ signature }) => signature)).size < entries.length;
}

/** Parts into which a stretch of a list is cut where its ends show that a balance changed within, and how often. */
const PARTS = 8;
const CUTS_MAX = 5;

/** What an account had before a transaction and after it. */
export interface BalanceAround {
  readonly before: bigint;
  readonly after: bigint;
}

/** The balance whose changes are searched in the transactions of a list, oldest first. */
interface ChangesQuestion {
  readonly entries: readonly SignatureEntry[];
  /** How many transactions are read at each end of the list. `spread`: at least so many over the rest. `most`: at most so many in all. */
  readonly ends: number;
  readonly spread?: number;
  readonly most: number;
  /** Null where the transaction does not show the balance. */
  heldIn(body: Transaction): BalanceAround | null;
  /** The balance before all of these and after them, where that is known. */
  readonly outside?: BalanceAround;
  /** Whether none of the searched changes happened in `count` transactions that changed the balance by `change` together. */
  isQuiet(change: bigint, count: number): boolean;
}

/** The transactions that were read, oldest first. `whole`: no change lies between them. */
export interface Changes {
  readonly bodies: readonly Transaction[];
  readonly whole: boolean;
}

/**
 * Finds the transactions of a list that changed a balance. Anybody can name an account in any number of transactions. Where the balance is
 * the same at both ends of a stretch, the transactions between are not read.
 */
export async function readChanges(
  { entries, ends, spread = 0, most, heldIn, outside, isQuiet }: ChangesQuestion,
  reader: Pick<HistoryReader, 'transaction'>,
): Promise<Reading<Changes>> {
  const read = new Map<number, Transaction>();
  const middle = { after: ends - 1, count: Math.max(0, entries.length - 2 * ends) };
  let wanted = entries.flatMap((_, at) => (at < ends || at >= entries.length - ends ? [at] : []));
  wanted.push(...positionsIn(middle, spread));
  for (let cuts = 0; ; cuts += 1) {
    const asked = wanted.flatMap((at) => entries[at] ?? []);
    const bodies = allKnown(await Promise.all(asked.map(({ signature }) => reader.transaction(signature))));
    if (!bodies.known) return bodies;
    for (const [n, body] of bodies.value.entries()) read.set(wanted[n] ?? 0, body);
    const shown = shownIn(read, heldIn);
    const all = outside ? [unmoved(-1, outside.before), ...shown, unmoved(entries.length, outside.after)] : shown;
    const open = stretchesOf(all).filter(({ change, count }) => !isQuiet(change, count));
    wanted = open.flatMap((stretch) => unreadIn(stretch, read));
    if (wanted.length === 0 || cuts === CUTS_MAX || read.size >= most) {
      const inOrder = [...read].sort(([a], [b]) => a - b).map(([, body]) => body);
      return known({ bodies: inOrder, whole: open.length === 0 });
    }
    wanted = wanted.slice(0, most - read.size);
  }
}

/** Transactions of a list that were not read, or do not show the balance, between two that do. */
interface Stretch {
  readonly after: number;
  readonly count: number;
  readonly change: bigint;
}

interface Shown extends BalanceAround {
  readonly at: number;
}

const unmoved = (at: number, held: bigint): Shown => ({ at, before: held, after: held });

function shownIn(read: ReadonlyMap<number, Transaction>, heldIn: ChangesQuestion['heldIn']): readonly Shown[] {
  return [...read]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, body]) => {
      const held = heldIn(body);
      return held ? [{ at, ...held }] : [];
    });
}

function stretchesOf(shown: readonly Shown[]): readonly Stretch[] {
  return shown.slice(1).flatMap(({ at, before }, n): readonly Stretch[] => {
    const older = shown[n];
    const count = older ? at - older.at - 1 : 0;
    return older && count > 0 ? [{ after: older.at, count, change: before - older.after }] : [];
  });
}

/** Positions of unread transactions that cut a stretch into equal parts. */
export function unreadIn(
  { after, count }: Pick<Stretch, 'after' | 'count'>,
  read: Pick<ReadonlySet<number>, 'has'>,
): readonly number[] {
  const positions = Array.from({ length: count }, (_, n) => after + 1 + n).filter((at) => !read.has(at));
  return positionsIn({ after: -1, count: positions.length }).flatMap((at) => positions[at] ?? []);
}

/** Positions that cut a stretch into equal parts; every one of a short stretch. */
export function positionsIn({ after, count }: Pick<Stretch, 'after' | 'count'>, most = PARTS - 1): readonly number[] {
  const cuts = Math.min(count, most);
  return Array.from({ length: cuts }, (_, n) => after + 1 + Math.floor(((2 * n + 1) * count) / (2 * cuts)));
}

/** Reads a list back over so many pages. */
export async function readBack(
  of: Address,
  reader: Pick<HistoryReader, 'signatures'>,
  pagesMax: number,
): Promise<Reading<PartOfList>> {
  const entries: SignatureEntry[] = [];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const last = entries.at(-1);
    const page = await (last ? reader.signatures(of, { before: last.signature }) : reader.signatures(of));
    if (!page.known) return page;
    entries.push(...page.value);
    if (page.value.length < PAGE_SIGNATURES) return known({ entries, whole: true });
  }
  return known({ entries, whole: false });
}
