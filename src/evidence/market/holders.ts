import type { LargeAccount, StateReader } from '#chain/chain-reader.ts';
import type { UnpricedHolders } from '#checks/trade/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import type { AccountBytes, Accounts, Venue } from '#venues/venue.ts';
import { recogniseAll, type Unread, venueOf, venueOfAuthority, venueOfCustodian } from './found.ts';
import type { HubSight } from './hub-look.ts';
import { openHubs } from './hubs.ts';
import type { Sight } from './look.ts';
import type { MarketOptions, MarketQuestion } from './market-question.ts';
import type { Hubs } from './opened.ts';
import { groupOf, type OpenedPool, type Opening, openPools } from './opened.ts';
import { type Round, readApart, readTogether } from './rounds.ts';
import { poolsOfVaults, type Vault, type VaultHistoryReader } from './vault-pools.ts';

/** What derivation found, and the round that holds the largest accounts as well. */
export interface Derived {
  readonly question: MarketQuestion;
  readonly sight: Sight;
  readonly opening: Opening;
  readonly options: MarketOptions;
  readonly opened: readonly OpenedPool[];
  readonly round: Round;
  readonly trail: VaultHistoryReader;
  /** Hubs that no pool of the mint needed so far. */
  readonly hubsLeft: readonly HubSight[];
  /** True where what was found is cheap enough for the best verdict, so that more pools cannot better it. */
  readonly settled: boolean;
}

/** What holders led to. */
export interface Beyond {
  readonly holders: Reading<UnpricedHolders>;
  readonly opened: readonly OpenedPool[];
  readonly unread: readonly Unread[];
  /** The hubs of stable coins that only these pools trade against. */
  readonly hubs: Hubs;
}

const NOTHING: Omit<Beyond, 'holders'> = { opened: [], unread: [], hubs: new Map() };

/**
 * Pools behind large holders that derivation did not find. Where the verdict cannot become better, they are left alone. A gap
 * on the way leaves holders unknown and what was found.
 */
export async function holdersBeyond(derived: Derived): Promise<Beyond> {
  const { question, sight, opened, round, opening } = derived;
  if (!sight.large.known) return { holders: renamed('holders', sight.large.gap), ...NOTHING };
  const contradiction = contradicted(derived);
  if (contradiction !== null) return { holders: missing('holders', 'rpc_disagrees', contradiction), ...NOTHING };
  const seen = sight.large.value.length;
  const found = unexplained(sight.large.value, round.accounts, question.subject, vaultsOf(opened));
  if (found.length === 0) return { holders: known({ seen, unpriced: [] }), ...NOTHING };
  if (derived.settled) {
    return { holders: known(holderFacts(seen, found, round.accounts, question.subject)), ...NOTHING };
  }
  const authorities = found.map(({ authority }) => authority);
  const [owners, shared] = await Promise.all([
    readApart(opening.reader, authorities),
    behindVaults(sharedVaults(found), derived.trail, opening.reader),
  ]);
  if (!owners.known) return { holders: renamed('holders', owners.gap), ...NOTHING };
  if (!shared.known) return { holders: renamed('holders', shared.gap), ...NOTHING };
  const kept = await behindVaults(keptVaults(found, owners.value.accounts), derived.trail, opening.reader);
  if (!kept.known) return { holders: renamed('holders', kept.gap), ...NOTHING };
  const more = await openBeyond(derived, found, owners.value, [shared.value, kept.value]);
  if (!more.known) return { holders: renamed('holders', more.gap), ...NOTHING };
  const later = vaultsOf(more.value.opened);
  const left = found.filter(({ account, authority }) => !later.has(account) && !later.has(authority));
  return { ...more.value, holders: known(holderFacts(seen, left, owners.value.accounts, question.subject)) };
}

/** What holders and their accounts say against each other; null where they agree. */
function contradicted({ question, sight, round }: Derived): string | null {
  const large = sight.large.known ? sight.large.value : [];
  const odd = large.find(({ account, amount }) => {
    const state = round.accounts.get(account);
    return amount > 0n && (!state || readTokenAccount(state)?.mint !== question.subject);
  });
  return odd ? `${odd.account} was listed as a holder and is none` : null;
}

async function openBeyond(
  { question, opening, options, opened, hubsLeft }: Derived,
  found: readonly Unexplained[],
  owners: Round,
  behind: readonly Behind[],
): Promise<Reading<Omit<Beyond, 'holders'>>> {
  const before = new Set(opened.map(({ pool }) => pool.address));
  const own = found.map(({ authority }) => authority).filter((authority) => !before.has(authority));
  const followed = behind.flatMap(({ places }) => places).filter((place) => !before.has(place));
  const accounts = new Map([owners, ...behind].flatMap((round) => [...round.accounts]));
  const { pools, unread } = recogniseAll([...own, ...followed], accounts, question.subject);
  // A pool of other mints may hold this one as a reward: that is no liquidity of it.
  const misses = unread.filter(({ address, why }) => own.includes(address) && why.refused !== 'inconsistent');
  if (pools.length === 0) return known({ ...NOTHING, unread: misses });
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
  return known({ opened: more.value, unread: misses, hubs: deepest });
}

/** Accounts that may be pools. */
interface Behind {
  readonly places: readonly Address[];
  readonly accounts: Accounts;
}

/** Large accounts under the shared authority of a venue. */
function sharedVaults(found: readonly Unexplained[]): readonly Vault[] {
  return found.flatMap(({ account, authority }) => vaultOf(account, venueOfAuthority(authority)));
}

/** Large accounts under an account of a custodian. */
function keptVaults(found: readonly Unexplained[], owners: Accounts): readonly Vault[] {
  return found.flatMap(({ account, authority }) => {
    const owner = owners.get(authority);
    return owner ? vaultOf(account, venueOfCustodian(owner)) : [];
  });
}

function vaultOf(account: Address, venue: Venue | undefined): readonly Vault[] {
  return venue ? [{ account, venue }] : [];
}

const NOWHERE: Behind = { places: [], accounts: new Map() };

/** Accounts that may be the pools of vaults which name none, found by the newest transactions of those vaults. */
async function behindVaults(
  vaults: readonly Vault[],
  trail: VaultHistoryReader,
  reader: StateReader,
): Promise<Reading<Behind>> {
  const places = await poolsOfVaults(vaults, trail);
  if (!places.known || places.value.length === 0) return known(NOWHERE);
  const round = await readApart(reader, places.value);
  return round.known ? known({ places: places.value, accounts: round.value.accounts }) : round;
}

function vaultsOf(opened: readonly OpenedPool[]): ReadonlySet<Address> {
  return new Set(opened.flatMap(({ pool }) => [pool.vaults.mint, pool.address]));
}

/** A large token account that no pool which was found explains. */
interface Unexplained {
  readonly account: Address;
  readonly authority: Address;
  readonly tokens: bigint;
}

/** Large accounts under authorities that no person holds, less the vaults of pools that were found. */
function unexplained(
  large: readonly LargeAccount[],
  accounts: Accounts,
  mint: Address,
  vaults: ReadonlySet<Address>,
): readonly Unexplained[] {
  return large.flatMap(({ account }) => {
    const state = accounts.get(account);
    const tokenAccount = state && readTokenAccount(state);
    // A vault is known by its address, or by its authority where the pool is that itself.
    const explained =
      vaults.has(account) ||
      (tokenAccount !== null && tokenAccount !== undefined && vaults.has(tokenAccount.authority));
    if (!tokenAccount || tokenAccount.mint !== mint || tokenAccount.amount === 0n || explained) return [];
    return isOnCurve(tokenAccount.authority)
      ? []
      : [{ account, authority: tokenAccount.authority, tokens: tokenAccount.amount }];
  });
}

/** Holders that prove liquidity at a venue: by a shared authority, or by an authority that a trading program owns. */
function holderFacts(seen: number, found: readonly Unexplained[], accounts: Accounts, mint: Address): UnpricedHolders {
  const unpriced = found.flatMap(({ account, authority, tokens }) => {
    const owner = accounts.get(authority);
    const venue = venueOfAuthority(authority) ?? (owner ? venueOfOwner(owner, mint) : undefined);
    return venue ? [{ account, authority, venue: venue.id, tokens }] : [];
  });
  return { seen, unpriced };
}

/** The venue that an authority belongs to. A pool of other mints holds this one for another reason than to trade it. */
function venueOfOwner(owner: AccountBytes, mint: Address): Venue | undefined {
  const { unread } = recogniseAll([owner.address], new Map([[owner.address, owner]]), mint);
  if (unread.some(({ why }) => why.refused === 'inconsistent')) return undefined;
  return venueOf(owner) ?? venueOfCustodian(owner);
}
