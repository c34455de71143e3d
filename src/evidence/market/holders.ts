import type { LargeAccount, StateReader } from '#chain/chain-reader.ts';
import type { LargeHolders } from '#checks/trade/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { allKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount, type TokenAccount } from '#lib/token/account.ts';
import type { AccountBytes, Accounts, Pool, Venue } from '#venues/venue.ts';
import type { ListReader } from '../sources/list-beginning.ts';
import { recogniseAll, type Unread, venueOf, venueOfAuthority, venueOfCustodian } from './found.ts';
import type { HubSight } from './hub-search.ts';
import { openHubs } from './hubs.ts';
import type { Sight } from './look.ts';
import type { MarketOptions, MarketQuestion } from './market-question.ts';
import type { Hubs } from './opened.ts';
import { groupOf, type OpenedPool, type Opening, openPools } from './opened.ts';
import { type Round, readApart, readTogether } from './rounds.ts';
import { poolsOfVaults, type Vault } from './vault-pools.ts';

/** The pools that address derivation found, and the round that read the largest accounts. */
export interface Derived {
  readonly question: MarketQuestion;
  readonly sight: Sight;
  readonly opening: Opening;
  readonly options: MarketOptions;
  readonly opened: readonly OpenedPool[];
  readonly round: Round;
  readonly trail: ListReader;
  /** Hubs that no pool of the mint uses yet. */
  readonly hubsLeft: readonly HubSight[];
  /** True when these pools already allow the best verdict, so that more pools change nothing. */
  readonly settled: boolean;
  /** Whoever has as many atomic units is followed though the pools are settled. */
  readonly followedFrom?: bigint;
  /** Called with pools as soon as they are recognised, so that what else is asked about them shares their round. */
  readonly onFound?: (pools: readonly Pool[]) => void;
}

/** What large holders show beside the found pools. `others`: accounts of programs that are no venue, by the program of their owner. */
interface HeldBeyond extends Pick<LargeHolders, 'seen' | 'unpriced'> {
  readonly others: LargeHolders['strangers'];
}

/** The pools found through large holders. */
export interface Beyond {
  readonly holders: Reading<HeldBeyond>;
  readonly opened: readonly OpenedPool[];
  readonly unread: readonly Unread[];
  /** The hubs of stable coins that only these pools use. */
  readonly hubs: Hubs;
  /** The accounts of these pools. */
  readonly accounts: Round['accounts'];
}

const NOTHING: Omit<Beyond, 'holders'> = { opened: [], unread: [], hubs: new Map(), accounts: new Map() };

/**
 * Finds the pools behind large holders that address derivation missed. Skips the search when it cannot improve the verdict. After a
 * gap it returns the pools found so far, and holders are unknown.
 */
export async function holdersBeyond(derived: Derived): Promise<Beyond> {
  const { question, sight, opened, round, opening } = derived;
  if (!sight.large.known) return { holders: renamed('holders', sight.large.gap), ...NOTHING };
  const contradiction = contradicted(question.subject, sight.large.value, round.accounts);
  if (contradiction !== null) return { holders: missing('holders', 'rpc_disagrees', contradiction), ...NOTHING };
  const seen = sight.large.value.length;
  const found = unexplained(sight.large.value, derived);
  if (found.length === 0) return { holders: known({ seen, unpriced: [], others: [] }), ...NOTHING };
  const { settled, followedFrom } = derived;
  if (settled && !found.some(({ tokens }) => followedFrom !== undefined && tokens >= followedFrom)) {
    return { holders: known(holderFacts(seen, found, round.accounts, question.subject)), ...NOTHING };
  }
  const authorities = found.map(({ authority }) => authority);
  const [owners, shared] = await Promise.all([
    readApart(opening.reader, authorities),
    behindVaults(sharedVaults(found), derived.trail, opening.reader),
  ]);
  if (!owners.known) return { holders: renamed('holders', owners.gap), ...NOTHING };
  if (!shared.known) return { holders: renamed('holders', shared.gap), ...NOTHING };
  const shares = await shareAccountsOf(found, owners.value.accounts, opening.reader);
  const kept = shares.known ? await behindVaults(shares.value, derived.trail, opening.reader) : shares;
  if (!kept.known) return { holders: renamed('holders', kept.gap), ...NOTHING };
  const more = await openBeyond(derived, found, owners.value, [shared.value, kept.value]);
  if (!more.known) return { holders: renamed('holders', more.gap), ...NOTHING };
  const left = found.filter((one) => !isExplained(one, [...opened, ...more.value.opened]));
  return { ...more.value, holders: known(holderFacts(seen, left, owners.value.accounts, question.subject)) };
}

/** A contradiction between the holders and their accounts; null where they agree. */
export function contradicted(mint: Address, large: readonly LargeAccount[], accounts: Accounts): string | null {
  const read = new Set(accountsOfMint(mint, large, accounts).map(({ account }) => account));
  const odd = large.find(({ account, amount }) => amount > 0n && !read.has(account));
  return odd ? `${odd.account} was listed as a holder and is none` : null;
}

async function openBeyond(
  { question, opening, options, opened, hubsLeft, onFound }: Derived,
  found: readonly Unexplained[],
  owners: Round,
  behind: readonly Behind[],
): Promise<Reading<Omit<Beyond, 'holders'>>> {
  const before = new Set(opened.map(({ pool }) => pool.address));
  const own = found.map(({ authority }) => authority).filter((authority) => !before.has(authority));
  const followed = behind.flatMap(({ places }) => places).filter((place) => !before.has(place));
  const accounts = new Map([owners, ...behind].flatMap((round) => [...round.accounts]));
  const { pools, unread } = recogniseAll([...own, ...followed], accounts, question.subject);
  // A pool of other mints may own this mint as a reward, which is no liquidity of it.
  const misses = unread.filter(({ address, why }) => own.includes(address) && why.refused !== 'inconsistent');
  if (pools.length === 0) return known({ ...NOTHING, unread: misses });
  onFound?.(pools);
  const hubs = hubsLeft.filter(({ stable }) => pools.some(({ other }) => other === stable));
  const round = await readTogether(opening.reader, [...pools, ...hubs.flatMap((hub) => hub.pools)].map(groupOf));
  if (!round.known) return round;
  const more = await openPools(pools, round.value, opening);
  if (!more.known) return more;
  options.memory.remember(
    question.subject,
    pools.map(({ address }) => address),
  );
  const deepest = await openHubs({ hubs, round: round.value, opening, size: question.sizeLamports }, options.memory);
  return known({ opened: more.value, unread: misses, hubs: deepest, accounts: round.value.accounts });
}

/** Accounts that may be pools. */
interface Behind {
  readonly places: readonly Address[];
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
async function behindVaults(
  vaults: readonly Vault[],
  trail: ListReader,
  reader: StateReader,
): Promise<Reading<Behind>> {
  const places = await poolsOfVaults(vaults, trail);
  if (!places.known || places.value.length === 0) return known({ places: [], accounts: new Map() });
  return mapReading(await readApart(reader, places.value), ({ accounts }) => ({ places: places.value, accounts }));
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

/** A token account with its address. */
export interface MintAccount extends TokenAccount {
  readonly account: Address;
}

/** The accounts of a mint among its largest ones, in the order of the list. `accounts` contains them; leaves out what is none. */
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

/** A large token account that belongs to none of the found pools. */
interface Unexplained {
  readonly account: Address;
  readonly authority: Address;
  readonly tokens: bigint;
}

/** Large accounts of authorities without a private key, except those that found pools explain. */
function unexplained(large: readonly LargeAccount[], { question, round, opened }: Derived): readonly Unexplained[] {
  return accountsOfMint(question.subject, large, round.accounts)
    .map(({ account, authority, amount: tokens }) => ({ account, authority, tokens }))
    .filter((one) => one.tokens > 0n && !isOnCurve(one.authority) && !isExplained(one, opened));
}

/** Holders that prove liquidity at a venue: its shared authority, or an authority that its program owns. */
function holderFacts(seen: number, found: readonly Unexplained[], accounts: Accounts, mint: Address): HeldBeyond {
  const unpriced: HeldBeyond['unpriced'][number][] = [];
  const others: HeldBeyond['others'][number][] = [];
  for (const { account, authority, tokens } of found) {
    const owner = accounts.get(authority);
    const venue = venueOfAuthority(authority) ?? (owner ? venueOfOwner(owner, mint) : undefined);
    if (venue) unpriced.push({ account, authority, venue: venue.id, tokens });
    else if (owner && !venueOf(owner)) others.push({ account, authority, program: owner.owner, tokens });
  }
  return { seen, unpriced, others };
}

/** The venue that an authority belongs to. Skips pools of other mints, which own this mint for another reason than trading it. */
function venueOfOwner(owner: AccountBytes, mint: Address): Venue | undefined {
  const { unread } = recogniseAll([owner.address], new Map([[owner.address, owner]]), mint);
  if (unread.some(({ why }) => why.refused === 'inconsistent')) return undefined;
  return venueOf(owner) ?? venueOfCustodian(owner);
}
