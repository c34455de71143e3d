import type { HistoryReader, SignatureEntry, TokenHolding } from '#chain/model.ts';
import type { Signature } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { type Listing, OLDEST_MAX, OLDEST_PER_ROUND, readListing } from './listing.ts';

/** Token accounts whose histories are read, and full pages of each. */
const ACCOUNTS_MAX = 8;
const PAGES_MAX = 1;

/**
 * The history of an address that no transaction names, through the token accounts that it holds: a transfer into an
 * existing token account lists the account and not its owner. Complete or a gap, as for the address itself.
 */
export async function readTokenListing(
  reader: HistoryReader,
  bodies: Bodies,
  holdings: readonly TokenHolding[],
): Promise<Reading<Listing>> {
  if (holdings.length > ACCOUNTS_MAX)
    return missing('history', 'limit_reached', `more than ${ACCOUNTS_MAX} token accounts`);
  const reach = { pagesMax: PAGES_MAX, aheadMax: Math.ceil(OLDEST_PER_ROUND / holdings.length) };
  const listings: Listing[] = [];
  for (const listing of await Promise.all(
    holdings.map(async ({ account }) => {
      const first = await reader.signatures(account);
      return first.known ? readListing(account, reader, bodies, first.value, reach) : renamed('history', first.gap);
    }),
  )) {
    if (!listing.known) return listing;
    listings.push(listing.value);
  }
  const merged = mergedListing(listings);
  return merged.signatures > 0
    ? known(merged)
    : missing('history', 'history_missing', 'token accounts without a transaction');
}

/** One transaction may stand in the histories of several accounts; it counts once. */
function mergedListing(listings: readonly Listing[]): Listing {
  const entries = listings.flatMap(({ oldest }) => oldest);
  const unique = new Map<Signature, SignatureEntry>(entries.map((entry) => [entry.signature, entry]));
  const sum = (count: (listing: Listing) => number) => listings.reduce((total, one) => total + count(one), 0);
  return {
    oldest: [...unique.values()].sort((a, b) => a.slot - b.slot).slice(0, OLDEST_MAX),
    signatures: sum(({ signatures }) => signatures) - (entries.length - unique.size),
    pages: sum(({ pages }) => pages),
  };
}
