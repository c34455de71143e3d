import { least, most, U64_MAX } from '../arithmetic.ts';
import type { Market, Price, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { COMPOUNDING } from './layout.ts';
import { type PoolState, swap } from './quote.ts';

/** The market of a pool for who asks about A (`mintIsA`) or about B. The pool has a price above 0. */
export function marketOf(state: PoolState, mintIsA: boolean): Market {
  const { reserves, vaults, pool } = state;
  const held = {
    a: most(least(reserves.a, vaults.a - pool.owed.a), 0n),
    b: most(least(reserves.b, vaults.b - pool.owed.b), 0n),
  };
  return {
    price: priceOf(state, mintIsA),
    depth: mintIsA ? { mint: held.a, other: held.b } : { mint: held.b, other: held.a },
    bounds: [],
    quote: (side, amountIn) => quoteOf(state, mintIsA, side, amountIn),
  };
}

function quoteOf(state: PoolState, mintIsA: boolean, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  const swapped = swap(state, mintIsA === (side === 'sell'), amountIn);
  if (isRefused(swapped)) return swapped;
  const { received, fees, next } = swapped;
  return { spent: amountIn, received, fees, after: marketOf(next, mintIsA) };
}

function priceOf({ pool, reserves }: PoolState, mintIsA: boolean): Price {
  const [inB, inA] =
    pool.collectMode === COMPOUNDING ? [reserves.b, reserves.a] : [pool.sqrtPrice * pool.sqrtPrice, 1n << 128n];
  return mintIsA ? { numerator: inB, denominator: inA } : { numerator: inA, denominator: inB };
}
