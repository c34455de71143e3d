import type { Transaction } from '#chain/model.ts';
import type { CreatorFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { associatedAccount } from '#lib/token/programs.ts';
import type { AccountBytes, Accounts } from '#venues/model.ts';
import { SYSTEM_PROGRAM } from '../funder/facts.ts';

/** Who made a token, and how that is known. */
export type Maker = Pick<CreatorFacts, 'address' | 'by'>;

/**
 * Who made the token: the first of those that a curve or pool names (likeliest first, off the curve or not; 32 zero bytes
 * name nobody), else whoever paid for the creation. Null where neither is known.
 */
export function creatorOf(named: readonly Address[], creation: Transaction | null): Maker | null {
  // The System program's address is the one of 32 zero bytes.
  const address = named.find((one) => one !== SYSTEM_PROGRAM);
  if (address) return { address, by: 'launchpad' };
  return creation ? { address: creation.feePayer, by: 'fee_payer' } : null;
}

/**
 * The associated accounts in which a creator can hold the mint. `program` is the mint's own: every account of a mint
 * belongs to the mint's program, so that what is derived for the other token program never exists.
 */
export function creatorAccounts(creator: Address, mint: Address, program: Address): readonly Address[] {
  return [associatedAccount(creator, mint, program)];
}

/** What the creator holds in these accounts, in atomic units; an account that was given to another owner counts as nothing. */
export function creatorTokens(creator: Address, mint: Address, accounts: readonly (AccountBytes | null)[]): bigint {
  return accounts
    .flatMap((account) => (account && readTokenAccount(account)) ?? [])
    .filter((held) => held.mint === mint && held.authority === creator)
    .reduce((total, { amount }) => total + amount, 0n);
}

/**
 * What is left of the token in its maker's hand. `third` holds the maker's own accounts where the maker was known by then; for
 * one who was found later, what the largest accounts show has to do.
 */
export function creatorFacts(
  subject: Address,
  maker: Maker | null,
  accounts: Accounts,
  third: Reading<Accounts>,
): Reading<CreatorFacts | null> {
  if (maker === null) return known(null);
  if (!third.known) return renamed('creator', third.gap);
  const read = new Map([...accounts, ...third.value]);
  return known({ ...maker, tokens: creatorTokens(maker.address, subject, [...read.values()]) });
}
