import type { LargeAccount } from '#chain/model.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { readExtensions } from '#lib/token/extensions.ts';
import type { AccountBytes, Accounts } from '#venues/model.ts';

/** A holder whose tokens can be moved in a trial: `balance` in atomic units, more than 0. */
export interface Seller {
  readonly account: Address;
  readonly authority: Address;
  readonly balance: bigint;
}

/** Among whom sellers are chosen. */
export interface Holders {
  readonly mint: Address;
  readonly large: readonly LargeAccount[];
  readonly accounts: Accounts;
  /** Those whom a hook may treat better than others: who made the mint and its pools. */
  readonly apart: ReadonlySet<Address>;
}

/** Two have to agree, and one to spare: whether a holder can pay a fee shows only when it is tried. */
const SELLERS_MAX = 3;
const CPI_GUARD = 11;

/**
 * Ordinary holders, each once: wallets whose account is neither frozen nor guarded against programs. Those that hold
 * `tokens` come first, and of them the smaller ones: a hook that lets few sell lets the largest.
 */
export function chooseSellers({ mint, large, accounts, apart }: Holders, tokens: bigint): readonly Seller[] {
  const found = new Map<Address, Seller>();
  for (const { account } of large) {
    const state = accounts.get(account);
    const seller = state && sellerIn(state, mint);
    if (seller && !apart.has(seller.authority)) found.set(seller.authority, seller);
  }
  const holdsLess = ({ balance }: Seller): number => (balance < tokens ? 1 : 0);
  return [...found.values()]
    .sort((a, b) => holdsLess(a) - holdsLess(b) || (a.balance < b.balance ? -1 : a.balance > b.balance ? 1 : 0))
    .slice(0, SELLERS_MAX);
}

function sellerIn(state: AccountBytes, mint: Address): Seller | null {
  const held = readTokenAccount(state);
  if (held === null || held.mint !== mint || held.amount === 0n || held.frozen) return null;
  const extensions = readExtensions(state.data);
  const isGuarded = extensions?.some(({ type, data }) => type === CPI_GUARD && data[0] !== 0) ?? true;
  if (isGuarded || !isOnCurve(held.authority)) return null;
  return { account: state.address, authority: held.authority, balance: held.amount };
}
