import type { Address } from '#lib/address.ts';
import { venues } from '#venues/index.ts';
import type { Accounts, Pair } from '#venues/model.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Found, recogniseAll, venueOf } from './found.ts';

/** Every address at which a pool of the pairs would be, in the order of pairs and venues, each once. There may be hundreds. */
export function* placesOf(pairs: readonly Pair[], configurations: Accounts): Steps<readonly Address[]> {
  const places = new Set<Address>();
  for (const pair of pairs) {
    for (const venue of venues) {
      for (const place of venue.candidates(pair, configurations)) places.add(place);
      yield;
    }
  }
  return [...places];
}

/** What the accounts at these addresses hold for who asks about `mint`; a pool derives the addresses that it needs. */
export function* poolsAt(addresses: Iterable<Address>, accounts: Accounts, mint: Address): Steps<Found> {
  const found: Found[] = [];
  for (const address of new Set(addresses)) {
    const account = accounts.get(address);
    if (!account || !venueOf(account)) continue;
    found.push(recogniseAll([address], accounts, mint));
    yield;
  }
  return { pools: found.flatMap(({ pools }) => pools), unread: found.flatMap(({ unread }) => unread) };
}
