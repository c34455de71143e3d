import type { HistoryReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import { venueOfAuthority } from '#derive/market/found-pools.ts';
import { nativeTreasury, REALMS_PROGRAMS, realmsTreasury } from '#derive/token/treasuries/realms.ts';
import { squadsV3Treasury, squadsV3Vaults, squadsV4Treasury, squadsV4Vaults } from '#derive/token/treasuries/squads.ts';
import type { HolderFacts } from '#rules/token/evidence.ts';
import type { TreasuryFacts } from '#rules/token/holdings/evidence.ts';
import { type Address, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { SQUADS_V3, SQUADS_V4 } from '#solana/token/powers/upgrade-multisig.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { AccountBytes, Accounts } from '#venues/venue.ts';
import { readApart } from '../../market/rounds.ts';
import type { HeldTokens } from '../locks/find-locks.ts';

/** Maximum number of vaults that are searched, and of transactions read of each: the newest, and the oldest of the page. */
const VAULTS_MAX = 2;
const NEWEST_READ = 2;
const OLDEST_READ = 1;

/** Maximum number of accounts of an instruction that may be the multisig: it stands among the first. */
const NAMED_MAX = 6;

/** A program whose accounts have vaults: the vaults of an account, and what the account says. */
interface Keeper {
  readonly program: Address;
  vaultsOf(account: Address): readonly Address[];
  read(account: AccountBytes): TreasuryFacts | null;
}

const KEEPERS: readonly Keeper[] = [
  { program: SQUADS_V4, vaultsOf: squadsV4Vaults, read: squadsV4Treasury },
  { program: SQUADS_V3, vaultsOf: squadsV3Vaults, read: squadsV3Treasury },
  ...REALMS_PROGRAMS.map((program) => ({
    program,
    vaultsOf: (account: Address) => [nativeTreasury(account, program)],
    read: realmsTreasury,
  })),
];

/** The treasuries that owners of the mint are, by owner. */
export type Treasuries = ReadonlyMap<Address, TreasuryFacts>;

/** An owner of the mint with all its large accounts. `tokens` in atomic units. */
interface Owned {
  readonly owner: Address;
  readonly tokens: bigint;
}

/**
 * The treasuries of the owners of large accounts. A governance that owns tokens itself says so in its own account, which `owners`
 * contains. A vault does not name its multisig, but its transactions do: of those who have at least `least`, reads in three rounds the
 * newest page, some transactions of it, and the account that they name. An owner without such an account stays one that is not understood.
 */
export async function findTreasuries(
  held: readonly HeldTokens[],
  owners: Accounts,
  least: bigint,
  reader: Pick<HistoryReader, 'signatures' | 'transaction'> & StateReader,
): Promise<Treasuries> {
  const own = [...owners].flatMap(([owner, account]) => {
    const facts = account && realmsTreasury(account);
    return facts ? [[owner, facts] as const] : [];
  });
  const large = mergedByOwner(held).filter(({ owner, tokens }) => tokens >= least && mayBeVault(owner, owners));
  const found = await Promise.all(large.slice(0, VAULTS_MAX).map(({ owner }) => multisigOf(owner, reader)));
  return new Map([...own, ...found.flatMap((one) => (one ? [one] : []))]);
}

/** The holders with the treasuries among them. */
export function withTreasuries(holders: HolderFacts, treasuries: Treasuries): HolderFacts {
  const accounts = holders.accounts.map((one) => {
    const treasury = one.role === 'program' ? treasuries.get(one.owner) : undefined;
    return treasury ? { ...one, treasury } : one;
  });
  return { ...holders, accounts };
}

/** Whether an address has no key and no data. The authorities of venues are known. */
function mayBeVault(owner: Address, owners: Accounts): boolean {
  const account = owners.get(owner);
  if (account === undefined || isOnCurve(owner) || venueOfAuthority(owner) !== undefined) return false;
  return account === null || account.owner === SYSTEM_PROGRAM;
}

function mergedByOwner(held: readonly HeldTokens[]): readonly Owned[] {
  const sums = new Map<Address, bigint>();
  for (const { owner, tokens } of held) sums.set(owner, (sums.get(owner) ?? 0n) + tokens);
  return [...sums]
    .map(([owner, tokens]) => ({ owner, tokens }))
    .sort((a, b) => (a.tokens === b.tokens ? 0 : a.tokens < b.tokens ? 1 : -1));
}

async function multisigOf(
  vault: Address,
  reader: Pick<HistoryReader, 'signatures' | 'transaction'> & StateReader,
): Promise<readonly [Address, TreasuryFacts] | null> {
  const named = await namedFor(vault, reader);
  if (named === null) return null;
  const { account, keeper } = named;
  const round = await readApart(reader, [account]);
  const state = round.known ? round.value.accounts.get(account) : null;
  const facts = state?.owner === keeper.program ? keeper.read(state) : null;
  return facts && [vault, facts];
}

/** An account whose vault this is, if it is what its keeper makes. */
interface Named {
  readonly account: Address;
  readonly keeper: Keeper;
}

async function namedFor(
  vault: Address,
  reader: Pick<HistoryReader, 'signatures' | 'transaction'>,
): Promise<Named | null> {
  const page = await reader.signatures(vault);
  const bodies = await Promise.all(
    readOf(page.known ? page.value : []).map(({ signature }) => reader.transaction(signature)),
  );
  const [first] = namedIn(
    vault,
    bodies.flatMap((body) => (body.known ? [body.value] : [])),
  );
  return first ?? null;
}

function readOf(entries: readonly SignatureEntry[]): readonly SignatureEntry[] {
  const done = entries.filter(({ failed }) => !failed);
  return [...new Set([...done.slice(0, NEWEST_READ), ...done.slice(-OLDEST_READ)])];
}

function namedIn(vault: Address, bodies: readonly Transaction[]): readonly Named[] {
  const instructions = bodies.flatMap((body) => body.instructions);
  return KEEPERS.flatMap((keeper) => {
    const own = instructions.filter(({ program }) => program === keeper.program);
    const accounts = new Set(own.flatMap((one) => one.accounts.slice(0, NAMED_MAX)));
    return [...accounts].flatMap((account) => (keeper.vaultsOf(account).includes(vault) ? [{ account, keeper }] : []));
  });
}
