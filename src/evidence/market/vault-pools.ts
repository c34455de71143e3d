import type { HistoryReader } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Venue } from '#venues/venue.ts';
import { openBodies } from '../sources/listing.ts';

/** The history reads that find a pool by its vault. */
export type VaultHistoryReader = Pick<HistoryReader, 'signatures' | 'transaction' | 'oldestAhead'>;

/** A vault of a venue's shared authority: its account names the mint and no pool. */
export interface Vault {
  readonly account: Address;
  readonly venue: Venue;
}

/** Lists this many of the newest transactions of a vault, and reads the newest successful one. */
const LISTED = 10;
const VAULTS_MAX = 3;
const ACCOUNTS_PER_VAULT_MAX = 32;

/**
 * Accounts that may be the pools of these vaults: those that the venue's instruction names in the newest transaction of each. Takes
 * two rounds. One unreadable history makes the whole result a gap, so their liquidity stays unpriced.
 */
export async function poolsOfVaults(
  vaults: readonly Vault[],
  reader: VaultHistoryReader,
): Promise<Reading<readonly Address[]>> {
  const followed = await Promise.all(vaults.slice(0, VAULTS_MAX).map((vault) => poolsOfOne(vault, reader)));
  const accounts = new Set<Address>();
  for (const reading of followed) {
    if (!reading.known) return reading;
    for (const account of reading.value) accounts.add(account);
  }
  return known([...accounts]);
}

async function poolsOfOne({ account, venue }: Vault, reader: VaultHistoryReader): Promise<Reading<readonly Address[]>> {
  const listed = await reader.signatures(account, { limit: LISTED });
  if (!listed.known) return listed;
  const newest = listed.value.find(({ failed }) => !failed);
  const newer = listed.value.slice(0, newest ? listed.value.indexOf(newest) : undefined);
  const bodies = openBodies(reader);
  const [disputed, [transaction]] = await Promise.all([bodies.prove(newer), bodies.load(newest ? [newest] : [])]);
  if (disputed) return { known: false, gap: disputed };
  if (!transaction) return known([]);
  if (!transaction.known) return transaction;
  const named = transaction.value.instructions
    .filter(({ program, accounts }) => program === venue.program && accounts.includes(account))
    .flatMap(({ accounts }) => accounts);
  return known([...new Set(named)].filter((one) => one !== account).slice(0, ACCOUNTS_PER_VAULT_MAX));
}
