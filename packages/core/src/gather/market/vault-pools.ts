import type { SignatureEntry } from '#chain/chain-reader.ts';
import { allKnown, known, mapReading, missing, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Venue } from '#venues/venue.ts';
import { findBeginning, holdsRent, type ListReader, readBefore } from '../sources/list-beginning.ts';
import { type Bodies, findInParts, openBodies, type PartOfList } from '../sources/listing.ts';
import { amountAfter, amountBefore } from '../sources/token-credit.ts';

/** A vault of a venue's shared authority, or a pool's shares of one: its account names no pool. */
export interface Vault {
  readonly account: Address;
  readonly venue: Venue;
}

/** How many of a vault's newest transactions are read, one step after the other until one shows its pool: strangers name it, too. */
const READ_STEPS = [4, 12, 60, 240];
/** Entries of the pages that are listed. The first is mostly enough; strangers may fill the others. */
const PAGES = [20, 1_000, 1_000, 1_000, 1_000];
/** The times at which a longer list is searched, in epochs back. */
const EPOCHS_BACK = [0.5, 2, 8, 31];
/** Newest entries that are called failed and are read, so that no list hides a success. */
const FAILED_PROVEN_MAX = 10;
const VAULTS_MAX = 3;
/** As many as a transaction may name, so that no account hides another. */
const ACCOUNTS_PER_VAULT_MAX = 128;

/**
 * Accounts that may be the pools of these vaults: those that the venue names in the newest transaction in which it took from the vault. An
 * instruction of another pool can name the vault, but takes nothing out of it. Takes two rounds, and more for noise and for sales. One
 * unreadable history makes the whole result a gap, and their liquidity is not priced.
 */
export async function poolsOfVaults(
  vaults: readonly Vault[],
  reader: ListReader,
): Promise<Reading<readonly Address[]>> {
  const followed = await Promise.all(vaults.slice(0, VAULTS_MAX).map((vault) => poolsOfOne(vault, reader)));
  return mapReading(allKnown(followed), (accounts) => [...new Set(accounts.flat())]);
}

async function poolsOfOne(vault: Vault, reader: ListReader): Promise<Reading<readonly Address[]>> {
  const bodies = openBodies(reader);
  const entries: SignatureEntry[] = [];
  for (const limit of PAGES) {
    const before = entries.at(-1)?.signature;
    const listed = await reader.signatures(vault.account, { limit, ...(before && { before }) });
    if (!listed.known) return listed;
    const found = await namedBeside(vault, listed.value, bodies);
    if (!found.known || found.value.length > 0) return found;
    entries.push(...listed.value);
    if (listed.value.length < limit) return await searchStart(vault, { entries, whole: true }, reader);
  }
  return await searchFar(vault, entries, bodies, reader);
}

/** Searches a long list at several times of the past, which cannot be filled any more, and at its beginning. */
async function searchFar(
  vault: Vault,
  entries: readonly SignatureEntry[],
  bodies: Bodies,
  reader: ListReader,
): Promise<Reading<readonly Address[]>> {
  const slot = entries[0]?.slot ?? 0;
  for (const epochs of EPOCHS_BACK) {
    const listed = await readBefore(vault.account, { slot, epochs }, reader, PAGES[0]);
    if (!listed.known) break;
    const found = await namedBeside(vault, listed.value, bodies);
    if (!found.known || found.value.length > 0) return found;
  }
  return await searchStart(vault, { entries, whole: false }, reader);
}

/** What the venue names beside a vault in the transaction that made it: of a crowded page only the newest were read. */
async function searchStart(vault: Vault, listed: PartOfList, reader: ListReader): Promise<Reading<readonly Address[]>> {
  const { account } = vault;
  const opening = await findBeginning(account, listed, reader, holdsRent(account));
  if (!opening.known) return opening;
  const others = opening.value ? besideIn(opening.value, vault) : [];
  if (others.length > 0 || listed.whole) return known(others);
  return missing('pools', 'limit_reached', `the pool of ${account} is not among what was read`);
}

/** The accounts beside the vault in the newest transaction in which its venue took from it; empty where no such one is read of the page. */
async function namedBeside(
  vault: Vault,
  listed: readonly SignatureEntry[],
  bodies: Bodies,
): Promise<Reading<readonly Address[]>> {
  const tried = listed.filter(({ failed }) => !failed);
  const newer = listed.slice(0, tried[0] ? listed.indexOf(tried[0]) : undefined).slice(0, FAILED_PROVEN_MAX);
  const named = findInParts(tried, READ_STEPS, bodies.load, (body) => {
    const others = mapReading(body, (one) => (isTaken(one, vault) ? besideIn(one, vault) : []));
    return others.known && others.value.length === 0 ? null : others;
  });
  const [disputed, found] = await Promise.all([bodies.prove(newer), named]);
  return disputed ? { known: false, gap: disputed } : mapReading(found, (others) => others ?? []);
}

function isTaken(body: Transaction, { account }: Vault): boolean {
  return amountAfter(body, account) < amountBefore(body, account);
}

function besideIn({ instructions }: Transaction, { account, venue }: Vault): readonly Address[] {
  const named = instructions
    .filter(({ program, accounts }) => program === venue.program && accounts.includes(account))
    .flatMap(({ accounts }) => accounts);
  return [...new Set(named)].filter((one) => one !== account).slice(0, ACCOUNTS_PER_VAULT_MAX);
}
