import { least, most, U64_MAX } from '../arithmetic.ts';
import type { Market, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type PoolState, swap } from './quote.ts';

/** The market of a curve for who asks about its base (`mintIsBase`) or its quote. The pool has a price above 0. */
export function marketOf(state: PoolState, mintIsBase: boolean): Market {
  const { pool, vaults } = state;
  const base = most(least(pool.reserves.base, vaults.base - pool.owed.base), 0n);
  const quote = most(least(pool.reserves.quote, vaults.quote - pool.owed.quote), 0n);
  const squared = pool.sqrtPrice * pool.sqrtPrice;
  return {
    price: mintIsBase
      ? { numerator: squared, denominator: 1n << 128n }
      : { numerator: 1n << 128n, denominator: squared },
    depth: mintIsBase ? { mint: base, other: quote } : { mint: quote, other: base },
    bounds: [],
    quote: (side, amountIn) => quoteOf(state, mintIsBase, side, amountIn),
  };
}

function quoteOf(state: PoolState, mintIsBase: boolean, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  const swapped = swap(state, mintIsBase === (side === 'sell'), amountIn);
  if (isRefused(swapped)) return swapped;
  const { received, fees, next } = swapped;
  return { spent: amountIn, received, fees, after: marketOf(next, mintIsBase) };
}
