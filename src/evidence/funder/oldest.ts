import type { ChainReader, Transaction } from '#chain/model.ts';
import type { FirstTouch, FunderEvidence, Funding, History } from '#checks/funder/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { placeOf } from './facts.ts';
import { type Listing, OLDEST_MAX, OLDEST_PER_ROUND } from './listing.ts';
import { readTokenListing } from './token-listing.ts';
import { touchOf } from './touch.ts';
import { reachesSpending, walk } from './walk.ts';

/** The readings that the oldest transactions give. */
export type Oldest = Pick<FunderEvidence, 'history' | 'birth' | 'continuity' | 'funding' | 'firstTouch'>;

/** Reads the oldest bodies in rounds until the first self-paid transaction, the end of the listing, or `OLDEST_MAX`. */
export async function readOldest(
  subject: Address,
  { oldest, signatures, pages }: Listing,
  bodies: Bodies,
  viaTokenAccounts: boolean,
): Promise<Oldest> {
  const [first] = oldest;
  const read: Reading<Transaction>[] = [];
  while (read.length < Math.min(oldest.length, OLDEST_MAX) && !reachesSpending(subject, read)) {
    read.push(...(await bodies.load(oldest.slice(read.length, read.length + OLDEST_PER_ROUND))));
  }
  const { birth, continuity, funding } = walk(subject, read, read.length < signatures);
  return {
    history: known(first ? historyOf({ oldest, signatures, pages }, viaTokenAccounts, placeOf(first)) : null),
    birth,
    continuity,
    funding,
    firstTouch: known(firstTouchOf(subject, read[0])),
  };
}

function historyOf({ signatures, pages }: Listing, viaTokenAccounts: boolean, oldest: History['oldest']): History {
  return { signatures, pages, oldest, viaTokenAccounts };
}

function firstTouchOf(subject: Address, oldest: Reading<Transaction> | undefined): FirstTouch | null {
  return oldest?.known ? touchOf(oldest.value, subject) : null;
}

/** True when transactions name the subject but none of them gave it anything. */
export function nothingSeen(funding: Funding | null): boolean {
  return funding !== null && funding.credits.length === 0 && !funding.tokenCredit && !funding.sponsor;
}

/** The funding of an address that is named but was given nothing under its own name: its token accounts may know better. */
export async function tokensBehind(
  subject: Address,
  funding: Funding,
  reader: ChainReader,
  bodies: Bodies,
): Promise<Reading<Funding>> {
  const holdings = await reader.tokenHoldings(subject);
  if (!holdings.known) return renamed('funding', holdings.gap);
  if (holdings.value.length === 0) return known(funding);
  const listing = await readTokenListing(reader, holdings.value);
  if (!listing.known) return renamed('funding', listing.gap);
  const behind = await readOldest(subject, listing.value, bodies, true);
  if (!behind.funding.known) return behind.funding;
  return known({ ...funding, tokenCredit: behind.funding.value?.tokenCredit ?? null });
}
