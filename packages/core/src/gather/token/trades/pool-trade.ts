import { ownAccount } from '#derive/token/roles.ts';
import type { MarketPrice } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Pool, Price } from '#venues/venue.ts';
import type { BalanceAround } from '../../sources/listing.ts';
import { amountAfter, amountBefore, amountsAround } from '../../sources/token-credit.ts';
import type { IsMarket } from '../insiders/token-way.ts';

/** Prices are those of so many atomic units, so that they are whole numbers for tokens of every size. */
const PRICED_UNITS = 1_000_000_000_000n;

/** A trade has to move this much of both sides (atomic units) to show a price: rounding distorts smaller ones. */
const TELLING_UNITS = 1_000n;

/** A trade in a pool, from balances alone. Amounts in atomic units of the mint and of what it trades against. */
export interface PoolTrade {
  readonly side: 'buy' | 'sell';
  /** Whose balance of the mint changed against the pool; null where another market took the tokens, as in arbitrage. */
  readonly owner: Address | null;
  /** The account of that owner that changed most. */
  readonly account: Address | null;
  readonly tokens: bigint;
  readonly other: bigint;
}

/** What the transaction traded in the pool; null where nothing. `isMarket`: vaults, which are no traders. */
export function tradeIn(body: Transaction, pool: Pool, isMarket: IsMarket): PoolTrade | null {
  const sides = body.failed ? null : changesOf(body, pool);
  if (sides === null || (sides.mint < 0n ? sides.other <= 0n : sides.other >= 0n || sides.mint === 0n)) return null;
  const isBuy = sides.mint < 0n;
  const trader = traderIn(body, pool, isBuy, isMarket);
  return {
    side: isBuy ? 'buy' : 'sell',
    owner: trader?.owner ?? null,
    account: trader?.account ?? null,
    tokens: isBuy ? -sides.mint : sides.mint,
    other: isBuy ? sides.other : -sides.other,
  };
}

/** Whether the transaction moved both sides of the pool, as trades and liquidity do. Dust that is sent to a vault moves one of them. */
export function moves(body: Transaction, pool: Pool): boolean {
  const sides = body.failed ? null : changesOf(body, pool);
  return sides !== null && sides.mint !== 0n && sides.other !== 0n;
}

/**
 * The pool's balance of a side around a transaction, in atomic units; null where it does not name the account that holds it. Shares count
 * at their present value.
 */
export function heldIn(body: Transaction, pool: Pool, side: keyof Sides = 'other'): BalanceAround | null {
  const account = ownAccount(pool, side);
  if (account === null) return nativeBalances(body, pool.address);
  const held = amountsAround(body, account);
  const worth = pool.shares?.[side].worth;
  if (held === null || !worth) return held;
  const unitsOf = (shares: bigint) => (shares * worth.numerator) / worth.denominator;
  return { before: unitsOf(held.before), after: unitsOf(held.after) };
}

/** How transactions of a pool show its price: by both balances, or by a trade. `rate`: lamports for one unit of the other side. */
export interface PriceReading {
  readonly isConstantProduct: boolean;
  readonly rate: Price;
}

/**
 * The prices that a transaction proves: under a constant product those before and after it, so that two transactions in a row show
 * how long a price stood; else the one of its trade. Empty where it shows none.
 */
export function pricesIn(
  body: Transaction,
  pool: Pool,
  { isConstantProduct, rate }: PriceReading,
): readonly MarketPrice[] {
  const { blockTime: time } = body;
  if (body.failed || time === null) return [];
  const trade = isConstantProduct ? null : changesOf(body, pool);
  const isTrade = trade !== null && trade.mint > 0n !== trade.other > 0n;
  const all = isConstantProduct ? balancesIn(body, pool) : isTrade ? [trade] : [];
  return all.flatMap((sides) => {
    const [mint, other] = [absolute(sides.mint), absolute(sides.other)];
    if (mint < TELLING_UNITS || other < TELLING_UNITS) return [];
    return [{ time, lamportsPerTrillion: unitPrice(mint, other, rate) }];
  });
}

/** Lamports for 10^12 atomic units of the mint, where `other` is worth `mint`. */
export function unitPrice(mint: bigint, other: bigint, { numerator, denominator }: Price): bigint {
  return (PRICED_UNITS * other * numerator) / (mint * denominator);
}

interface Sides {
  readonly mint: bigint;
  readonly other: bigint;
}

/**
 * The gains of both sides of the pool; null where the transaction does not name the accounts that hold them. A transaction that only names
 * the pool moves nothing.
 */
export function changesOf(body: Transaction, pool: Pool): Sides | null {
  const [before, after] = balancesIn(body, pool);
  return before && after ? { mint: after.mint - before.mint, other: after.other - before.other } : null;
}

/** What the pool held before and after the transaction; empty where that is not shown. */
function balancesIn(body: Transaction, pool: Pool): readonly Sides[] {
  const [mint, other] = [heldIn(body, pool, 'mint'), heldIn(body, pool)];
  if (!mint || !other) return [];
  return [
    { mint: mint.before, other: other.before },
    { mint: mint.after, other: other.after },
  ];
}

/** The owner whose balance changed most against the pool's. */
function traderIn(
  body: Transaction,
  { mint, address, vaults }: Pool,
  isBuy: boolean,
  isMarket: IsMarket,
): { readonly owner: Address; readonly account: Address } | null {
  const balances = [...body.preTokens, ...body.postTokens].filter(
    (one) => one.mint === mint && one.account !== vaults.mint,
  );
  const accounts = new Map(balances.flatMap(({ account, owner }) => (owner ? [[account, owner] as const] : [])));
  let trader: { readonly owner: Address; readonly account: Address; readonly tokens: bigint } | null = null;
  for (const [account, owner] of accounts) {
    if (owner === address || isMarket(owner, account)) continue;
    const gained = amountAfter(body, account) - amountBefore(body, account);
    const tokens = isBuy ? gained : -gained;
    if (tokens > (trader?.tokens ?? 0n)) trader = { owner, account, tokens };
  }
  return trader;
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
