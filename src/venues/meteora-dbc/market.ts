import { least, most, U64_MAX } from '../arithmetic.ts';
import type { Market, Quote, Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import { type Direction, directionOf, feesOf, type PoolState, stateAfter, swap } from './quote.ts';

/** The market of a curve for who asks about its base (`mintIsBase`) or its quote. The pool has a price above 0. */
export function marketOf(state: PoolState, mintIsBase: boolean): Market {
  const { pool, vaults } = state;
  const base = most(least(pool.reserves.base, vaults.base - pool.owed.base), 0n);
  const other = most(least(pool.reserves.quote, vaults.quote - pool.owed.quote), 0n);
  let sells: Direction | null = null;
  let buys: Direction | null = null;
  const squared = pool.sqrtPrice * pool.sqrtPrice;
  return {
    price: mintIsBase
      ? { numerator: squared, denominator: 1n << 128n }
      : { numerator: 1n << 128n, denominator: squared },
    depth: mintIsBase ? { mint: base, other } : { mint: other, other: base },
    bounds: [],
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(state, mintIsBase);
        return quote(sells, mintIsBase, amountIn);
      }
      buys ??= directionOf(state, !mintIsBase);
      return quote(buys, mintIsBase, amountIn);
    },
  };
}

function quote(direction: Direction, mintIsBase: boolean, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  const swapped = swap(direction, amountIn);
  if ('refused' in swapped) return swapped;
  return {
    spent: amountIn,
    received: swapped.received,
    fees() {
      return feesOf(direction, swapped);
    },
    afterwards() {
      return marketOf(stateAfter(direction, swapped), mintIsBase);
    },
  };
}
