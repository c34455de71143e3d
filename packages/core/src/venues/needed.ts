import type { Address } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { type Mint, readMint } from '#solana/token/mint.ts';
import type { AccountBytes, Accounts, Refused } from './venue.ts';
import { isRefused, refuse } from './venue.ts';

/** A vault as its pool names it: the conditions for the account at `address`. */
export interface VaultClaim {
  readonly address: Address;
  readonly mint: Address;
  readonly authority: Address;
  /** The token program that owns the account, where the pool says so. */
  readonly program?: Address;
}

/** An account that a number requires: `not_read` if it was not requested, `account_missing` if it does not exist. */
export function needed(accounts: Accounts, address: Address, what: string): AccountBytes | Refused {
  const account = accounts.get(address);
  if (account === undefined) return refuse('not_read', `${what} ${address} was not read`);
  return account ?? refuse('account_missing', `${what} ${address} does not exist`);
}

/** The mint at `address`; `inconsistent` when the account is none. */
export function neededMint(accounts: Accounts, address: Address, what: string): Mint | Refused {
  const account = needed(accounts, address, what);
  if (isRefused(account)) return account;
  return readMint(account) ?? refuse('inconsistent', `${what} ${address} is no mint`);
}

/**
 * The balance of a vault, in atomic units. A vault that contradicts its pool is `inconsistent`; a frozen one pays nothing out and is
 * `vault_frozen`.
 */
export function vaultBalance(accounts: Accounts, claim: VaultClaim): { readonly amount: bigint } | Refused {
  const { address, mint, authority, program } = claim;
  const account = needed(accounts, address, 'vault');
  if (isRefused(account)) return account;
  const tokenAccount = program === undefined || account.owner === program ? readTokenAccount(account) : null;
  if (!tokenAccount)
    return refuse('inconsistent', `vault ${address} is no account of the token program that its pool names`);
  if (tokenAccount.mint !== mint) return refuse('inconsistent', `vault ${address} holds ${tokenAccount.mint}`);
  if (tokenAccount.authority !== authority)
    return refuse('inconsistent', `vault ${address} belongs to ${tokenAccount.authority}`);
  return tokenAccount.frozen ? refuse('vault_frozen', `vault ${address} is frozen`) : { amount: tokenAccount.amount };
}
