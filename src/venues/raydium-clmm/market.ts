import { most, U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Price, Quote, Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type Curve, curveAt, type Place, type Way, wayThrough } from './place.ts';
import { Ladder } from './quote.ts';

type PerToken = readonly [bigint, bigint];

/** A pool with all that its quotes depend on. Pairs are by token of the pool. */
export interface Reading {
  readonly curve: Curve;
  /** Amounts in the vaults, and the part of them that protocol and fund may take. */
  readonly held: PerToken;
  readonly owed: PerToken;
  /** Unix seconds. */
  readonly now: bigint;
  /** True when the mint that was asked about is token 0. */
  readonly mintIsZero: boolean;
}

/** The market of a reading. Its quotes are exact. */
export function marketOf(reading: Reading): Market {
  const ladders: { down: Ladder | null; up: Ladder | null } = { down: null, up: null };
  return {
    price: priceOf(reading),
    depth: depthOf(reading),
    bounds: [],
    quote(side, amountIn) {
      const zeroForOne = (side === 'sell') === reading.mintIsZero;
      const key = zeroForOne ? 'down' : 'up';
      ladders[key] ??= new Ladder(wayThrough(reading.curve, zeroForOne), reading.now);
      return quote(reading, ladders[key], amountIn);
    },
  };
}

function priceOf({ curve, mintIsZero }: Reading): Price {
  const [square, one] = [curve.sqrtPrice * curve.sqrtPrice, 1n << 128n];
  return mintIsZero ? { numerator: square, denominator: one } : { numerator: one, denominator: square };
}

function depthOf({ held, owed, mintIsZero }: Reading): Market['depth'] {
  const [zero, one] = [most(held[0] - owed[0], 0n), most(held[1] - owed[1], 0n)];
  return mintIsZero ? { mint: zero, other: one } : { mint: one, other: zero };
}

function quote(reading: Reading, ladder: Ladder, spent: bigint): Quote | Refused {
  if (spent <= 0n) return refuse('amount_too_small', 'nothing goes in');
  const { way } = ladder;
  const { held } = reading;
  if ((way.zeroForOne ? held[0] : held[1]) + spent > U64_MAX)
    return refuse('overflow', 'the vault cannot hold so much');
  const swapped = ladder.swap(spent);
  if (isRefused(swapped)) return swapped;
  const { received } = swapped;
  if (received > (way.zeroForOne ? held[1] : held[0]))
    return refuse('insufficient_liquidity', 'the vault does not hold so much');
  return {
    spent,
    received,
    fees() {
      return feesOf(way, swapped.end());
    },
    afterwards() {
      return marketOf(readingAfter(reading, way, swapped.end()));
    },
  };
}

function readingAfter(reading: Reading, way: Way, end: Place): Reading {
  const { paid, received, protocolFee } = end;
  const { held, owed } = reading;
  return {
    ...reading,
    curve: curveAt(way, end),
    held: way.zeroForOne ? [held[0] + paid, held[1] - received] : [held[0] - received, held[1] + paid],
    owed: way.feeOnInput === way.zeroForOne ? [owed[0] + protocolFee, owed[1]] : [owed[0], owed[1] + protocolFee],
  };
}

function feesOf({ feeOnInput }: Way, { lpFee, protocolFee }: Place): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  return [
    { share: 'lp', of, amount: lpFee },
    { share: 'protocol', of, amount: protocolFee },
  ];
}
