import type { AccountState, LargeAccount } from '#chain/chain-reader.ts';
import type { Address } from '#solana/address.ts';
import { readTokenAccount, type TokenAccount } from '#solana/token/account.ts';
import { venues } from '#venues/index.ts';
import type { Steps } from '#venues/routing/cost.ts';
import type { Accounts, Pair, Pool, Refused, Venue, VenueId } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

/** An account of a venue that is no pool of the mint, or one that cannot be priced. */
export interface Unread {
  readonly venue: VenueId;
  readonly address: Address;
  readonly why: Refused;
}

/** Accounts, sorted into pools and other accounts of venues. */
export interface FoundPools {
  readonly pools: readonly Pool[];
  readonly unread: readonly Unread[];
}

const byProgram: ReadonlyMap<Address, Venue> = new Map(venues.map((venue) => [venue.program, venue]));

/** The venue whose program owns an account. */
export function venueOf(account: Pick<AccountState, 'owner'>): Venue | undefined {
  return byProgram.get(account.owner);
}

/** The venue whose pools keep tokens with the program that owns an account. */
export function venueOfCustodian(account: Pick<AccountState, 'owner'>): Venue | undefined {
  return venues.find(({ custodian }) => custodian === account.owner);
}

/** The venue whose shared authority owns the vaults of its pools. */
export function venueOfAuthority(authority: Address): Venue | undefined {
  return venues.find((venue) => venue.authority === authority);
}

/** Whether swaps of a venue pass on the accounts that a transfer hook requires. */
export function forwardsHooks(id: VenueId): boolean {
  return venues.some((venue) => venue.id === id && venue.forwardsHooks === true);
}

/** The pools of `mint` among the accounts at these addresses. Accounts of other programs are skipped. */
export function recogniseAll(addresses: Iterable<Address>, accounts: Accounts, mint: Address): FoundPools {
  const pools: Pool[] = [];
  const unread: Unread[] = [];
  for (const address of new Set(addresses)) {
    const account = accounts.get(address);
    const venue = account && venueOf(account);
    if (!account || !venue) continue;
    const pool = venue.recognise(account, mint);
    if (!isRefused(pool)) pools.push(pool);
    else unread.push({ venue: venue.id, address, why: pool });
  }
  return { pools, unread };
}

/** Every possible pool address of the pairs, in the order of pairs and venues, each once. There may be hundreds. */
export function* candidateAddresses(pairs: readonly Pair[], configurations: Accounts): Steps<readonly Address[]> {
  const addresses = new Set<Address>();
  for (const pair of pairs) {
    for (const venue of venues) {
      for (const candidate of venue.candidates(pair, configurations)) addresses.add(candidate);
      yield;
    }
  }
  return [...addresses];
}

/** Same as `recogniseAll`, one account a step, because a pool derives the addresses that it needs. */
export function* poolsAt(addresses: Iterable<Address>, accounts: Accounts, mint: Address): Steps<FoundPools> {
  const found: FoundPools[] = [];
  for (const address of new Set(addresses)) {
    const account = accounts.get(address);
    if (!account || !venueOf(account)) continue;
    found.push(recogniseAll([address], accounts, mint));
    yield;
  }
  return { pools: found.flatMap(({ pools }) => pools), unread: found.flatMap(({ unread }) => unread) };
}

/** A token account with its address. */
interface MintAccount extends TokenAccount {
  readonly account: Address;
}

/** The accounts of a mint in the list of its largest ones, in the order of the list. `accounts` contains them; leaves out others. */
export function accountsOfMint(
  mint: Address,
  large: readonly Pick<LargeAccount, 'account'>[],
  accounts: Accounts,
): readonly MintAccount[] {
  return large.flatMap(({ account }) => {
    const state = accounts.get(account);
    const read = state ? readTokenAccount(state) : null;
    return read?.mint === mint ? [{ account, ...read }] : [];
  });
}
