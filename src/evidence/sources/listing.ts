import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { Address, Signature } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';

/** Maximum number of a source's oldest transactions that a hop reads. */
export const HOP_BODIES_MAX = 20;

/** Maximum number of short pages that are joined. */
const PAGES_MAX = 10;

export const PAGE_SIGNATURES = 1_000;
/** Transactions of one round, and the maximum number of the subject's oldest ones. */
export const OLDEST_PER_ROUND = 50;
export const OLDEST_MAX = 200;
/** How many pages are read where an endpoint cuts pages short. Beyond it the gap is the fault of the endpoint. */
const SHORT_PAGES_MAX = 100;

/** A history read down to an empty page. `oldest` ascends and holds at most `OLDEST_MAX` entries. */
export interface FullListing {
  readonly oldest: readonly SignatureEntry[];
  readonly signatures: number;
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
  let listing: FullListing = { oldest: [], signatures: 0, pages: 0 };
  for (let last = page.at(-1); last; last = page.at(-1)) {
    const end = beyond(listing, pagesMax);
    if (end) return end;
    for (const { signature } of page) seen.add(signature);
    listing = extended(listing, page);
    if (seen.size < listing.signatures) return missing('history', 'rpc_disagrees', 'a page repeats an earlier one');
    if (page.length < PAGE_SIGNATURES) bodies.ahead(listing.oldest.slice(0, aheadMax), together ? of : undefined);
    const next = await reader.signatures(of, { before: last.signature });
    if (!next.known) return renamed('history', next.gap);
    page = next.value;
  }
  return known(listing);
}

/** Why nothing older is read; null while the limits allow another page. */
function beyond({ signatures, pages }: FullListing, pagesMax: number): Reading<never> | null {
  const signaturesMax = pagesMax * PAGE_SIGNATURES;
  if (signatures >= signaturesMax) return missing('history', 'limit_reached', `more than ${signaturesMax} signatures`);
  if (pages < SHORT_PAGES_MAX) return null;
  return missing('history', 'rpc_unavailable', `${pages} pages held ${signatures} signatures only`);
}

function extended({ oldest, signatures, pages }: FullListing, page: readonly SignatureEntry[]): FullListing {
  const ascending = [...page].reverse();
  return {
    oldest: [...ascending, ...oldest].slice(0, OLDEST_MAX),
    signatures: signatures + page.length,
    pages: pages + 1,
  };
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

/** The history of an address just before a transaction: up to a full page, newest first. `whole`: there is nothing older. */
export interface PriorEntries {
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
): Promise<Reading<PriorEntries>> {
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
