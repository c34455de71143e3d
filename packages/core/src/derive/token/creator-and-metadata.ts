import type { AccountState } from '#chain/chain-reader.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { CreatorFacts, MetadataFacts } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { SYSTEM_PROGRAM } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import type { FullMint, MetaplexMetadata } from '#solana/token/decoded-mint.ts';
import { METADATA_PROGRAM, metadataAddress, readMetaplex } from '#solana/token/metaplex.ts';
import { associatedAccount } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { AccountBytes, Accounts, VenueId } from '#venues/venue.ts';

const NOTHING: MetadataFacts = {
  source: 'none',
  name: '',
  symbol: '',
  uri: '',
  updateAuthority: null,
  mutable: false,
  tokenStandard: null,
  alsoCalled: null,
  conflict: false,
  foreignPointer: null,
};

/**
 * The metadata of the mint: its own record where its metadata pointer names the mint, else the Metaplex record. `account` is its
 * Metaplex account. A pointer to another account is ignored, because the owner of that account can change it.
 */
export function readMetadata(subject: Address, mint: FullMint, account: AccountState | null): Reading<MetadataFacts> {
  const metaplex = account && account.owner === METADATA_PROGRAM ? readMetaplex(account, subject) : null;
  // An account without data only received lamports, and a burnt one is marked by one byte.
  if (account && account.owner === METADATA_PROGRAM && account.data.length > 1 && metaplex === null) {
    return missing('metadata', 'unreadable', 'the Metaplex account contradicts its layout');
  }
  return known(factsOf(subject, mint, metaplex));
}

function factsOf(subject: Address, mint: FullMint, metaplex: MetaplexMetadata | null): MetadataFacts {
  const inline = mint.extensions.find((one) => one.type === 'token_metadata')?.metadata ?? null;
  const target = mint.extensions.find((one) => one.type === 'metadata_pointer')?.target ?? null;
  const listed = metadataAddress(subject);
  const own = target === listed ? null : inline;
  const second = own ? metaplex : inline;
  return {
    ...(own ? { ...NOTHING, ...textsOf(own), ...ownFacts(own) } : fromMetaplex(metaplex)),
    tokenStandard: metaplex?.tokenStandard ?? null,
    alsoCalled: second && { name: second.name, symbol: second.symbol },
    conflict: inline !== null && metaplex !== null && differ(inline, metaplex),
    foreignPointer: target === subject || target === listed ? null : target,
  };
}

type Named = Pick<MetadataFacts, 'name' | 'symbol'>;

function differ(one: Named, other: Named): boolean {
  return one.name !== other.name || one.symbol !== other.symbol;
}

function fromMetaplex(metaplex: MetaplexMetadata | null): MetadataFacts {
  if (metaplex === null) return NOTHING;
  const { updateAuthority, mutable, tokenStandard } = metaplex;
  return { ...NOTHING, source: 'metaplex', ...textsOf(metaplex), updateAuthority, mutable, tokenStandard };
}

function ownFacts({ updateAuthority }: { readonly updateAuthority: Address | null }) {
  return { source: 'token_2022', updateAuthority, mutable: updateAuthority !== null } as const;
}

function textsOf({ name, symbol, uri }: Pick<MetadataFacts, 'name' | 'symbol' | 'uri'>) {
  return { name, symbol, uri };
}

/** The creator of a token, and how it is known. */
export type Maker = Pick<CreatorFacts, 'address' | 'by'>;

/**
 * The creator: the first one named by a curve or pool (likeliest first; 32 zero bytes mean none), else the payer of the creation.
 * Null where a complete list shows no creation.
 */
export function creatorOf(named: readonly Address[], creation: Reading<Transaction | null>): Reading<Maker | null> {
  // The system program's address is 32 zero bytes.
  const address = named.find((one) => one !== SYSTEM_PROGRAM);
  if (address) return known({ address, by: 'launchpad' });
  if (!creation.known) return creation;
  return known(creation.value && { address: creation.value.feePayer, by: 'fee_payer' });
}

/**
 * The associated token accounts of a creator for the mint. `program` is the token program of the mint: accounts of the other token
 * program cannot exist for it.
 */
export function creatorAccounts(creator: Address, mint: Address, program: Address): readonly Address[] {
  return [associatedAccount(creator, mint, program)];
}

/** The creator's balance in these accounts, in atomic units; an account that now has another owner counts as 0. */
export function creatorHolding(creator: Address, mint: Address, accounts: readonly (AccountBytes | null)[]): bigint {
  return accounts
    .flatMap((account) => (account && readTokenAccount(account)) ?? [])
    .filter((tokenAccount) => tokenAccount.mint === mint && tokenAccount.authority === creator)
    .reduce((total, { amount }) => total + amount, 0n);
}

/** Launchpads whose curve opens in the transaction that makes its mint. */
const MINTING: readonly VenueId[] = ['pump_curve', 'raydium_launchlab', 'meteora_dbc'];

/**
 * The transaction that made the mint; null where it is not known. The list of a launchpad's curve may show it where the mint's does not.
 * `launch`: the opening that was read.
 */
export function launchIn(
  creation: Reading<Transaction | null>,
  launch: Reading<{ readonly venue: VenueId; readonly opening: Transaction } | null>,
): Transaction | null {
  if (creation.known && creation.value) return creation.value;
  return launch.known && launch.value && MINTING.includes(launch.value.venue) ? launch.value.opening : null;
}

/** The administrator of a creator that has no key, and its accounts of the mint. */
export interface CreatorPerson {
  readonly address: Address;
  readonly accounts: Accounts;
}

/** A creator with an administrator has no known share. */
export const PAYER_UNREAD = 'who paid for the creation was not read';

/** What shows a creator's tokens. `payer`: of the creation; `third`: the creator's accounts where it was known before the third round. */
interface CreatorContext {
  readonly payer: Address | null;
  readonly person: Reading<CreatorPerson | null>;
  readonly accounts: Accounts;
  readonly third: Reading<Accounts>;
}

/**
 * The share of the token that its creator still has, with its administrator and the payer of the creation: a creator can name another one
 * in its place. Without accounts of their own, the largest ones must show it.
 */
export function creatorFacts(
  subject: Address,
  maker: Reading<Maker | null>,
  { payer, person, accounts, third }: CreatorContext,
): Reading<Omit<CreatorFacts, 'handed' | 'unfollowed'> | null> {
  if (!maker.known) return renamed('creator', maker.gap);
  if (maker.value === null) return known(null);
  if (!third.known) return renamed('creator', third.gap);
  if (!person.known) return renamed('creator', person.gap);
  if (person.value !== null && payer === null) return missing('creator', 'limit_reached', PAYER_UNREAD);
  const read = [...new Map([...accounts, ...third.value, ...(person.value?.accounts ?? [])]).values()];
  const people = new Set([maker.value.address, person.value?.address, payer].filter((one) => one != null));
  const tokens = [...people].reduce((sum, one) => sum + creatorHolding(one, subject, read), 0n);
  return known({ ...maker.value, tokens });
}
