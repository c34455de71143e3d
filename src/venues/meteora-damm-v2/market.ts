import { least, most, U64_MAX } from '../arithmetic.ts';
import type { Market, Price, Quote, Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import { COMPOUNDING } from './layout.ts';
import { type Direction, directionOf, feesOf, type PoolState, stateAfter, swap } from './quote.ts';

/** The market of a pool for who asks about A (`mintIsA`) or about B. The pool has a price above 0. */
export function marketOf(state: PoolState, mintIsA: boolean): Market {
  const { reserves, vaults, pool } = state;
  const held = {
    a: most(least(reserves.a, vaults.a - pool.owed.a), 0n),
    b: most(least(reserves.b, vaults.b - pool.owed.b), 0n),
  };
  let sells: Direction | null = null;
  let buys: Direction | null = null;
  return {
    price: priceOf(state, mintIsA),
    depth: mintIsA ? { mint: held.a, other: held.b } : { mint: held.b, other: held.a },
    bounds: [],
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(state, mintIsA);
        return quote(sells, mintIsA, amountIn);
      }
      buys ??= directionOf(state, !mintIsA);
      return quote(buys, mintIsA, amountIn);
    },
  };
}

function quote(direction: Direction, mintIsA: boolean, amountIn: bigint): Quote | Refused {
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
      return marketOf(stateAfter(direction, swapped), mintIsA);
    },
  };
}

function priceOf({ pool, reserves }: PoolState, mintIsA: boolean): Price {
  const [inB, inA] =
    pool.collectMode === COMPOUNDING ? [reserves.b, reserves.a] : [pool.sqrtPrice * pool.sqrtPrice, 1n << 128n];
  return mintIsA ? { numerator: inB, denominator: inA } : { numerator: inA, denominator: inB };
}
