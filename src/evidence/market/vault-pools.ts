import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Venue } from '#venues/venue.ts';
import { type Bodies, openBodies } from '../sources/listing.ts';

/** The history reads that find a pool by its vault. */
export type VaultHistoryReader = Pick<HistoryReader, 'signatures' | 'transaction' | 'oldestAhead'>;

/** A vault of a venue's shared authority: its account names the mint and no pool. */
export interface Vault {
  readonly account: Address;
  readonly venue: Venue;
}

/** Lists this many of the newest transactions of a vault, and reads the newest successful one. */
const LISTED = 10;
/** Where that leaves the venue alone, as anybody's may who names the vault, reads so many that are spread over a whole page. */
const LISTED_THEN = 1_000;
const READ_THEN = 24;
const VAULTS_MAX = 3;
const ACCOUNTS_PER_VAULT_MAX = 32;

/**
 * Accounts that may be the pools of these vaults: those that the venue's instruction names in a transaction of each, mostly the newest.
 * Takes two rounds, and two more where most transactions leave the venue alone. One unreadable history makes the whole result a gap, so
 * their liquidity stays unpriced.
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

async function poolsOfOne(vault: Vault, reader: VaultHistoryReader): Promise<Reading<readonly Address[]>> {
  const listed = await reader.signatures(vault.account, { limit: LISTED });
  if (!listed.known) return listed;
  const newest = listed.value.find(({ failed }) => !failed);
  const newer = listed.value.slice(0, newest ? listed.value.indexOf(newest) : undefined);
  const bodies = openBodies(reader);
  const [disputed, found] = await Promise.all([bodies.prove(newer), namedIn(newest ? [newest] : [], vault, bodies)]);
  if (disputed) return { known: false, gap: disputed };
  if (!found.known || found.value.length > 0) return found;
  const isWhole = listed.value.length < LISTED;
  const page = isWhole ? listed : await reader.signatures(vault.account, { limit: LISTED_THEN });
  if (!page.known) return page;
  return await namedIn(spread(page.value.filter(({ failed }) => !failed)), vault, bodies);
}

/** What the venue's instructions name beside the vault in the first of these transactions that has one. */
async function namedIn(
  entries: readonly SignatureEntry[],
  { account, venue }: Vault,
  bodies: Bodies,
): Promise<Reading<readonly Address[]>> {
  for (const transaction of await bodies.load(entries)) {
    if (!transaction.known) return transaction;
    const named = transaction.value.instructions
      .filter(({ program, accounts }) => program === venue.program && accounts.includes(account))
      .flatMap(({ accounts }) => accounts);
    const others = [...new Set(named)].filter((one) => one !== account);
    if (others.length > 0) return known(others.slice(0, ACCOUNTS_PER_VAULT_MAX));
  }
  return known([]);
}

function spread(entries: readonly SignatureEntry[]): readonly SignatureEntry[] {
  const step = Math.max(1, Math.ceil(entries.length / READ_THEN));
  return entries.filter((_, at) => at % step === 0);
}
