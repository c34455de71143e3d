import type { AccountFilter, FoundAccount, ScanReader, StateReader } from '#chain/chain-reader.ts';
import { genesisAddresses, genesisLocks, genesisLpLock } from '#derive/token/locks/genesis.ts';
import { jupiterLock } from '#derive/token/locks/jupiter-lock.ts';
import type { Lock } from '#derive/token/locks/lock.ts';
import { burnAndEarnLock, dammV1Lock } from '#derive/token/locks/permanent.ts';
import { STREAM_LAYOUT, STREAMFLOW, streamflowLock } from '#derive/token/locks/streamflow.ts';
import { uncxLock, uncxSearch } from '#derive/token/locks/uncx.ts';
import { bonfidaLock, launchLabLock, sablierLock } from '#derive/token/locks/vesting.ts';
import { type Gap, gapFacts, known, mapReading, type Reading } from '#lib/reading.ts';
import { type Address, addressBytes, isOnCurve } from '#solana/address.ts';
import type { Accounts, Pool } from '#venues/venue.ts';
import { readApart } from '../../market/rounds.ts';

/** A token account that may be under a lock. `pool`: of LP tokens, the pool that they belong to. */
export interface HeldTokens {
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly tokens: bigint;
  readonly pool?: Address;
  /** Of LP tokens: the mint that is asked about. */
  readonly launched?: Address;
}

/** The locks of token accounts, by their address. Where one is missing, nothing is proven to be locked. */
export type FoundLocks = ReadonlyMap<Address, readonly Lock[]>;

/** What searches found. `unread`: why a token account of which a search failed for our sake may be under a lock all the same. */
export interface SearchedLocks {
  readonly locks: FoundLocks;
  readonly unread: ReadonlyMap<Address, Gap>;
}

/** Maximum number of searches of a check, for the largest accounts. Anybody can make accounts that ask for one. */
const SEARCHES_MAX = 4;

/**
 * The locks that only a search finds: Streamflow's, whose token account owns itself, and UNCX's, whose vault is shared by many. Tokens
 * with too many search results are under no lock. `held`: largest first.
 */
export async function searchLocks(held: readonly HeldTokens[], reader: ScanReader): Promise<SearchedLocks> {
  const searches = held.flatMap((one) => searchFor(one) ?? []).slice(0, SEARCHES_MAX);
  const locks = new Map<Address, readonly Lock[]>();
  const unread = new Map<Address, Gap>();
  const found = searches.map(async ({ one, program, filters, bytes, read }) => {
    const accounts = await reader.programAccounts(program, filters, { offset: 0, length: bytes });
    if (!accounts.known) {
      if (gapFacts[accounts.gap.cause].ours) unread.set(one.account, accounts.gap);
      return;
    }
    const own = accounts.value.flatMap((account) => read(account) ?? []).filter(({ mint }) => mint === one.mint);
    if (own.length > 0) locks.set(one.account, own);
  });
  await Promise.all(found);
  return { locks, unread };
}

/** True for an owner whose account tells nothing about a lock: a wallet, or one whose locks are searched or follow from its address. */
export function isPlainOwner({ owner, account, mint, tokens }: HeldTokens): boolean {
  const isKnown = owner === account || uncxSearch(owner) !== null || burnAndEarnLock(owner, mint, tokens) !== null;
  return isKnown || isOnCurve(owner);
}

/** The accounts of owners with those that tell about them. */
export async function withLaunches(
  held: readonly HeldTokens[],
  owners: Accounts,
  reader: StateReader,
): Promise<Reading<Accounts>> {
  const addresses = [...new Set(held.flatMap((one) => genesisAddresses(one, owners)))];
  if (addresses.length === 0) return known(owners);
  return mapReading(await readApart(reader, addresses), ({ accounts }) => new Map([...owners, ...accounts]));
}

/**
 * The locks that owners are, with the accounts of the owners. Only the largest account of an owner is under its lock, because the
 * lock knows one sum for all. `held`: largest first.
 */
export function ownersLocks(held: readonly HeldTokens[], owners: Accounts): FoundLocks {
  const seen = new Set<Address>();
  return new Map(
    held.flatMap((one) => {
      if (seen.has(one.owner)) return [];
      seen.add(one.owner);
      const locks = ownerLocks(one, owners).filter((lock) => lock.mint === one.mint);
      return locks.length > 0 ? [[one.account, locks] as const] : [];
    }),
  );
}

/** The tokens that migrated curves of LaunchLab keep for those to whom the launch promised them, by vault. */
export function launchLocks(opened: readonly { readonly pool: Pool }[], accounts: Accounts): FoundLocks {
  return new Map(
    opened.flatMap(({ pool }) => {
      const account = accounts.get(pool.address);
      const lock = account ? launchLabLock(account) : null;
      return lock?.mint === pool.mint ? [[pool.vaults.mint, [lock]] as const] : [];
    }),
  );
}

function ownerLocks({ account: at, owner, mint, tokens, pool }: HeldTokens, owners: Accounts): readonly Lock[] {
  const account = owners.get(owner);
  const ofPool = pool && (burnAndEarnLock(owner, mint, tokens) ?? genesisLpLock(owner, pool, mint, owners));
  if (ofPool || !account) return ofPool ? [ofPool] : [];
  const escrow = pool === undefined ? null : dammV1Lock(account, pool, mint);
  const own =
    escrow ?? jupiterLock(account) ?? sablierLock(account) ?? bonfidaLock(account) ?? streamflowLock(account, at);
  return own ? [own] : genesisLocks(account, mint, owners);
}

/** A search for the locks of a token account. */
interface LockSearch {
  readonly one: HeldTokens;
  readonly program: Address;
  readonly filters: readonly AccountFilter[];
  readonly bytes: number;
  read(account: FoundAccount): Lock | null;
}

function searchFor(one: HeldTokens): LockSearch | null {
  const { account, owner, mint, pool } = one;
  if (owner === account) {
    // A private key signs for an account on the curve, so that its tokens are not in a program's hands.
    if (isOnCurve(account)) return null;
    const filters = [{ dataSize: STREAM_LAYOUT.bytes }, { at: STREAM_LAYOUT.escrowAt, bytes: addressBytes(account) }];
    const read = (found: FoundAccount) => streamflowLock(found, account);
    return { one, program: STREAMFLOW, filters, bytes: STREAM_LAYOUT.bytes, read };
  }
  const search = uncxSearch(owner);
  const named = search?.named === 'mint' ? mint : pool;
  if (search === null || named === undefined) return null;
  const { program, at, bytes } = search;
  return { one, program, filters: [{ dataSize: bytes }, { at, bytes: addressBytes(named) }], bytes, read: uncxLock };
}
