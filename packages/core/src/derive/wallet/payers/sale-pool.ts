import type { Currency } from '#rules/wallet/evidence/book.ts';
import type { Address } from '#solana/address.ts';
import { nativeBalances, nativeDelta } from '#solana/decode/balances.ts';
import { isTokenProgram, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { amountDelta, sidesOf, type TokenAccountChange } from '../../effects/effect-scene.ts';
import { currenciesOf } from '../../sources/stable-coins.ts';

/**
 * Where a coin was sold: `coins` is the account that took the coin, `vault` the one that paid for it. `quoteMint` is the mint that
 * `vault` holds; null: lamports.
 */
export interface SalePool {
  readonly mint: string;
  readonly coins: Address;
  readonly vault: Address;
  readonly quoteMint: Address | null;
}

/**
 * The effect of one transaction on a pool. Positive `coins` came in. `before` and `after` are the money that it can pay with. `trader` is
 * the signer on the other side; null where no signer kept or gave the coins: a trader who buys in one pool to sell in another at once pays
 * nothing.
 */
export interface PoolChange {
  readonly trader: Address | null;
  readonly coins: bigint;
  readonly before: bigint;
  readonly after: bigint;
}

/** The buyer of the coin in a sale: a pool, or a maker who signed the transaction too; null where neither is known. */
export type SaleBuyer = { readonly pool: SalePool } | { readonly maker: Address } | null;

/**
 * Finds the buyer of the coin in a sale of the wallet, by balances alone: the account of others that gained most of the coin, and beside
 * it the account that lost money. That one has the same owner (vaults of a pool), or is the owner itself (a curve that holds lamports), or
 * an instruction names the two together (vaults that own themselves). `quoteMints`: wrapped SOL and stable coins.
 */
export function buyerIn(
  sale: Transaction,
  wallet: Address,
  mint: string,
  quoteMints: ReadonlyMap<string, Currency>,
): SaleBuyer {
  const sides = sidesOf(sale).filter(({ before, after }) => (after ?? before)?.owner !== wallet);
  const taken = sides
    .filter((side) => side.mint === mint && amountDelta(side) > 0n)
    .sort((a, b) => (amountDelta(a) > amountDelta(b) ? -1 : 1))[0];
  const owner = taken?.after?.owner;
  if (!taken || !owner) return null;
  if (sale.signers.includes(owner)) return { maker: owner };
  const paid = vaultIn(sale, taken, sides, quoteMints);
  return paid && { pool: { mint, coins: taken.account, ...paid } };
}

function vaultIn(
  sale: Transaction,
  taken: TokenAccountChange,
  sides: readonly TokenAccountChange[],
  quoteMints: ReadonlyMap<string, Currency>,
): Pick<SalePool, 'vault' | 'quoteMint'> | null {
  const owner = taken.after?.owner;
  const paying = sides.filter((side) => quoteMints.has(side.mint) && amountDelta(side) < 0n && !isSigners(side, sale));
  const own = paying.filter((side) => side.after?.owner === owner);
  const [vault] = own.length === 1 ? own : [];
  if (vault) return { vault: vault.account, quoteMint: vault.mint };
  if (own.length === 0 && owner && nativeDelta(sale, owner) < 0n) return { vault: owner, quoteMint: null };
  const beside = together(sale, taken.account, paying);
  return beside && { vault: beside.account, quoteMint: beside.mint };
}

function isSigners({ after, before }: TokenAccountChange, { signers }: Transaction): boolean {
  const owner = (after ?? before)?.owner;
  return !!owner && signers.includes(owner);
}

/** The only paying account that the smallest instruction about the coin's account names. */
function together(
  { instructions }: Transaction,
  coins: Address,
  paying: readonly TokenAccountChange[],
): TokenAccountChange | null {
  const calls = instructions
    .filter(({ program, accounts }) => !isTokenProgram(program) && accounts.includes(coins))
    .map(({ accounts }) => ({ accounts, named: paying.filter(({ account }) => accounts.includes(account)) }))
    .filter(({ named }) => named.length > 0)
    .sort((a, b) => a.accounts.length - b.accounts.length);
  const [smallest] = calls;
  return smallest?.named.length === 1 ? (smallest.named[0] ?? null) : null;
}

/** The effect of a transaction on the pool; null where it failed or does not show the pool's balances. */
export function changeOf(transaction: Transaction, { mint, coins, vault, quoteMint }: SalePool): PoolChange | null {
  if (transaction.failed) return null;
  const sides = sidesOf(transaction);
  const held = quoteMint === null ? nativeBalances(transaction, vault) : unitsOf(sides, vault);
  if (!held) return null;
  const moved = sides.find(({ account }) => account === coins);
  return {
    ...held,
    coins: moved ? amountDelta(moved) : 0n,
    trader: moved ? traderIn(transaction, sides, mint, amountDelta(moved) < 0n) : null,
  };
}

function unitsOf(sides: readonly TokenAccountChange[], of: Address) {
  const side = sides.find(({ account }) => account === of);
  return side ? { before: side.before?.amount ?? 0n, after: side.after?.amount ?? 0n } : null;
}

/** The signer whose coins changed most on that side of the trade; null where no signer's did. */
function traderIn(
  { signers }: Transaction,
  sides: readonly TokenAccountChange[],
  mint: string,
  buys: boolean,
): Address | null {
  const changes = new Map<Address, bigint>();
  for (const side of sides) {
    const owner = (side.after ?? side.before)?.owner;
    if (side.mint !== mint || !owner || !signers.includes(owner)) continue;
    changes.set(owner, (changes.get(owner) ?? 0n) + (buys ? amountDelta(side) : -amountDelta(side)));
  }
  const [most] = [...changes].filter(([, change]) => change > 0n).sort(([, a], [, b]) => (a > b ? -1 : 1));
  return most?.[0] ?? null;
}

/** What pools are paid in: wrapped SOL and stable coins, and the currency that each stands for. */
export function quoteMintsOf(stableMints: readonly Address[]): ReadonlyMap<string, Currency> {
  return new Map<string, Currency>([[WRAPPED_SOL, 'sol'], ...currenciesOf(stableMints)]);
}
