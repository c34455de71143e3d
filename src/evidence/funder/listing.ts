import type { HistoryReader, SignatureEntry } from '#chain/model.ts';
import type { Address, Signature } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';

export const PAGE_SIGNATURES = 1_000;
/** Bodies that one round reads, and most that a check reads of the subject's oldest history. */
export const OLDEST_PER_ROUND = 50;
export const OLDEST_MAX = 200;
/** Pages that are read where an endpoint cuts them short: then the limit that was reached is the endpoint's. */
const SHORT_PAGES_MAX = 100;

/** A history read down to an empty page. `oldest` ascends and holds at most `OLDEST_MAX` entries. */
export interface Listing {
  readonly oldest: readonly SignatureEntry[];
  readonly signatures: number;
  readonly pages: number;
}

/**
 * How far a listing reads: full pages of 1,000 signatures, and how many oldest bodies are loaded ahead; `together`: in a request
 * of their own where an endpoint has one for that, instead of one with those of others.
 */
export interface Reach {
  readonly pagesMax: number;
  readonly aheadMax: number;
  readonly together?: boolean;
}

/**
 * Reads back from the first page until an empty one: a short page is not the end on every endpoint. While a page that
 * looks like the last is being proven, the bodies that would follow are loaded already, which saves a round.
 */
export async function readListing(
  of: Address,
  reader: HistoryReader,
  bodies: Bodies,
  first: readonly SignatureEntry[],
  { pagesMax, aheadMax, together = false }: Reach,
): Promise<Reading<Listing>> {
  const seen = new Set<Signature>();
  let page = first;
  let listing: Listing = { oldest: [], signatures: 0, pages: 0 };
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
function beyond({ signatures, pages }: Listing, pagesMax: number): Reading<never> | null {
  const signaturesMax = pagesMax * PAGE_SIGNATURES;
  if (signatures >= signaturesMax) return missing('history', 'limit_reached', `more than ${signaturesMax} signatures`);
  if (pages < SHORT_PAGES_MAX) return null;
  return missing('history', 'rpc_unavailable', `${pages} pages held ${signatures} signatures only`);
}

function extended({ oldest, signatures, pages }: Listing, page: readonly SignatureEntry[]): Listing {
  const ascending = [...page].reverse();
  return {
    oldest: [...ascending, ...oldest].slice(0, OLDEST_MAX),
    signatures: signatures + page.length,
    pages: pages + 1,
  };
}
