import type { LargeAccount, StateReader } from '#chain/chain-reader.ts';
import {
  accountsOfMint,
  recogniseAll,
  type Unread,
  venueOf,
  venueOfAuthority,
  venueOfCustodian,
} from '#derive/market/found-pools.ts';
import { allKnown, known, mapReading, missing, type Reading } from '#lib/reading.ts';
import type { LargeHolders } from '#rules/trade/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import type { AccountBytes, Accounts, Pool, Venue } from '#venues/venue.ts';
import type { ListReader } from '../sources/list-beginning.ts';
import type { MintMarkets } from './first-round.ts';
import type { HubPools } from './hub-search.ts';
import { openHubs } from './hubs.ts';
import type { MarketQuestion } from './market-question.ts';
import type { Hubs } from './opened-pools.ts';
import { groupsOf, type OpenedPool, type Opening, openPools } from './opened-pools.ts';
import type { PoolMemory } from './pool-memory.ts';
import { type Round, readApart, readTogether } from './rounds.ts';
import { poolsOfVaults, type Vault } from './vault-pools.ts';

/** Large holders that no found pool explains. `others`: accounts of programs that are no venue, by the program of their owner. */
export interface HeldBeyond extends Pick<LargeHolders, 'unpriced'> {
  readonly others: LargeHolders['strangers'];
}

/** Pools behind large holders, and the accounts of the authorities of these holders. */
export interface Followed {
  readonly pools: readonly Pool[];
  readonly unread: readonly Unread[];
  readonly accounts: Accounts;
}

/** The pools found through large holders, and the accounts of these pools. */
export interface PoolsBehind {
  readonly opened: readonly OpenedPool[];
  readonly unread: readonly Unread[];
  /** The hubs of stable coins that only these pools use. */
  readonly hubs: Hubs;
  readonly accounts: Round['accounts'];
}

export const NO_POOLS_BEHIND: PoolsBehind = { opened: [], unread: [], hubs: new Map(), accounts: new Map() };

/** A large token account that belongs to none of the found pools. */
export interface Unexplained {
  readonly account: Address;
  readonly authority: Address;
  readonly tokens: bigint;
}

/**
 * Large accounts of authorities without a private key, except those that these pools explain. `accounts` contains them. A gap where
 * they could not be listed, or contradict the list.
 */
export function unexplainedHolders(
  mint: Address,
  large: MintMarkets['large'],
  accounts: Accounts,
  opened: readonly OpenedPool[],
): Reading<readonly Unexplained[]> {
  if (!large.known) return large;
  const contradiction = contradicted(mint, large.value, accounts);
  if (contradiction !== null) return missing('holders', 'rpc_disagrees', contradiction);
  const held = accountsOfMint(mint, large.value, accounts).map(({ account, authority, amount: tokens }) => ({
    account,
    authority,
    tokens,
  }));
  return known(held.filter((one) => one.tokens > 0n && !isOnCurve(one.authority) && !isExplained(one, opened)));
}

/** Finds pools behind large holders. Leaves out pools that are opened already. */
export async function followHolders(
  mint: Address,
  found: readonly Unexplained[],
  opened: readonly OpenedPool[],
  reader: StateReader & ListReader,
): Promise<Reading<Followed>> {
  const [owners, shared] = await Promise.all([
    readApart(
      reader,
      found.map(({ authority }) => authority),
    ),
    behindVaults(sharedVaults(found), reader),
  ]);
  if (!owners.known) return owners;
  if (!shared.known) return shared;
  const shares = await shareAccountsOf(found, owners.value.accounts, reader);
  const kept = shares.known ? await behindVaults(shares.value, reader) : shares;
  if (!kept.known) return kept;
  const before = new Set(opened.map(({ pool }) => pool.address));
  const own = found.map(({ authority }) => authority).filter((authority) => !before.has(authority));
  const behind = [shared.value, kept.value];
  const candidates = behind.flatMap((one) => one.candidates).filter((candidate) => !before.has(candidate));
  const accounts = new Map([owners.value, ...behind].flatMap((round) => [...round.accounts]));
  const { pools, unread } = recogniseAll([...own, ...candidates], accounts, mint);
  // A pool of other mints may own this mint as a reward, which is no liquidity of it.
  const misses = unread.filter(({ address, why }) => own.includes(address) && why.refused !== 'inconsistent');
  return known({ pools, unread: misses, accounts: owners.value.accounts });
}

/** The input of opening pools behind holders. `hubsLeft`: the hubs that no other pool of the mint uses. */
interface Behind {
  readonly question: MarketQuestion;
  readonly hubsLeft: readonly HubPools[];
  readonly opening: Opening;
  readonly memory: PoolMemory;
}

/** Opens pools behind holders, with the hubs that only these pools use, and remembers their addresses. */
export async function openBehind(
  { pools, unread }: Pick<Followed, 'pools' | 'unread'>,
  { question, hubsLeft, opening, memory }: Behind,
): Promise<Reading<PoolsBehind>> {
  if (pools.length === 0) return known({ ...NO_POOLS_BEHIND, unread });
  const hubs = hubsLeft.filter(({ stable }) => pools.some(({ other }) => other === stable));
  const round = await readTogether(opening.reader, groupsOf(pools, hubs));
  if (!round.known) return round;
  const opened = await openPools(pools, round.value, opening);
  if (!opened.known) return opened;
  memory.remember(
    question.subject,
    pools.map(({ address }) => address),
  );
  const deepest = await openHubs({ hubs, round: round.value, opening, size: question.sizeLamports }, memory);
  return known({ opened: opened.value, unread, hubs: deepest, accounts: round.value.accounts });
}

/** The large holders that none of these pools explains. `accounts` contains the known ones of their authorities. */
export function heldBeyond(
  mint: Address,
  found: readonly Unexplained[],
  opened: readonly OpenedPool[],
  accounts: Accounts,
): HeldBeyond {
  const left = found.filter((one) => !isExplained(one, opened));
  return holderFacts(left, accounts, mint);
}

/** A contradiction between the holders and their accounts; null where they agree. */
export function contradicted(mint: Address, large: readonly LargeAccount[], accounts: Accounts): string | null {
  const read = new Set(accountsOfMint(mint, large, accounts).map(({ account }) => account));
  const odd = large.find(({ account, amount }) => amount > 0n && !read.has(account));
  return odd ? `${odd.account} was listed as a holder and is none` : null;
}

/** Accounts that may be pools. */
interface Candidates {
  readonly candidates: readonly Address[];
  readonly accounts: Accounts;
}

/** Large accounts owned by the shared authority of a venue. */
function sharedVaults(found: readonly Unexplained[]): readonly Vault[] {
  return found.flatMap(({ account, authority }) => {
    const venue = venueOfAuthority(authority);
    return venue ? [{ account, venue }] : [];
  });
}

/** The largest accounts with shares of custodians' accounts: each is one pool's own, while the trades of all of them name the vault. */
async function shareAccountsOf(
  found: readonly Unexplained[],
  owners: Accounts,
  reader: StateReader,
): Promise<Reading<readonly Vault[]>> {
  const kept = found.flatMap(({ authority }) => {
    const owner = owners.get(authority);
    const venue = owner && venueOfCustodian(owner);
    return venue?.shareMintOf ? [{ venue, mint: venue.shareMintOf(authority) }] : [];
  });
  const listed = allKnown(await Promise.all(kept.map(({ mint }) => reader.largestAccounts(mint))));
  return mapReading(listed, (all) =>
    kept.flatMap(({ venue }, n) => (all[n] ?? []).map(({ account }) => ({ account, venue }))),
  );
}

/** Possible pools of vaults that name none, from the newest transactions of those vaults. */
async function behindVaults(vaults: readonly Vault[], reader: StateReader & ListReader): Promise<Reading<Candidates>> {
  const candidates = await poolsOfVaults(vaults, reader);
  if (!candidates.known || candidates.value.length === 0) return known({ candidates: [], accounts: new Map() });
  return mapReading(await readApart(reader, candidates.value), ({ accounts }) => ({
    candidates: candidates.value,
    accounts,
  }));
}

/** Whether an account is that of a found pool, or a vault of which found pools have more than half. */
function isExplained({ account, authority, tokens }: Unexplained, opened: readonly OpenedPool[]): boolean {
  const isOwn = (one: Address): boolean => one === account || one === authority;
  const had = opened.map(({ pool: { address, shares, vaults } }) => {
    if (isOwn(vaults.mint)) return shares?.mint.tokens ?? tokens;
    return isOwn(address) ? tokens : 0n;
  });
  return had.reduce((sum, one) => sum + one, 0n) * 2n > tokens;
}

/** Holders that prove liquidity at a venue: its shared authority, or an authority that its program owns. */
function holderFacts(found: readonly Unexplained[], accounts: Accounts, mint: Address): HeldBeyond {
  const unpriced: HeldBeyond['unpriced'][number][] = [];
  const others: HeldBeyond['others'][number][] = [];
  for (const { account, authority, tokens } of found) {
    const owner = accounts.get(authority);
    const venue = venueOfAuthority(authority) ?? (owner ? venueOfOwner(owner, mint) : undefined);
    if (venue) unpriced.push({ account, authority, venue: venue.id, tokens });
    else if (owner && !venueOf(owner)) others.push({ account, authority, program: owner.owner, tokens });
  }
  return { unpriced, others };
}

/** The venue that an authority belongs to. Skips pools of other mints, which own this mint for another reason than trading it. */
function venueOfOwner(owner: AccountBytes, mint: Address): Venue | undefined {
  const { unread } = recogniseAll([owner.address], new Map([[owner.address, owner]]), mint);
  if (unread.some(({ why }) => why.refused === 'inconsistent')) return undefined;
  return venueOf(owner) ?? venueOfCustodian(owner);
}
