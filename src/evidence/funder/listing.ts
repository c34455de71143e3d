import type { ChainReader, SignatureEntry } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';

export const PAGE_SIGNATURES = 1_000;
/** Bodies that one round reads, and most that a check reads of the subject's oldest history. */
export const OLDEST_PER_ROUND = 50;
export const OLDEST_MAX = 200;

/** A history read down to an empty page. `oldest` ascends and holds at most `OLDEST_MAX` entries. */
export interface Listing {
  readonly oldest: readonly SignatureEntry[];
  readonly signatures: number;
  readonly pages: number;
}

/**
 * Reads back from the first page until an empty one: a short page is not the end on every endpoint. While a page that
 * looks like the last is being proven, the bodies that would follow are loaded already, which saves a round.
 */
export async function readListing(
  of: Address,
  reader: ChainReader,
  bodies: Bodies,
  first: readonly SignatureEntry[],
  pagesMax: number,
): Promise<Reading<Listing>> {
  let page = first;
  let listing: Listing = { oldest: [], signatures: 0, pages: 0 };
  while (page.length > 0) {
    if (listing.pages === pagesMax) return missing('history', 'limit_reached', `more than ${pagesMax} pages`);
    listing = extended(listing, page);
    if (page.length < PAGE_SIGNATURES) bodies.ahead(listing.oldest.slice(0, OLDEST_PER_ROUND));
    const [last] = listing.oldest;
    if (!last) break;
    const next = await reader.signatures(of, { before: last.signature });
    if (!next.known) return renamed('history', next.gap);
    page = next.value;
  }
  return known(listing);
}

function extended({ oldest, signatures, pages }: Listing, page: readonly SignatureEntry[]): Listing {
  const ascending = [...page].reverse();
  return {
    oldest: [...ascending, ...oldest].slice(0, OLDEST_MAX),
    signatures: signatures + page.length,
    pages: pages + 1,
  };
}
