import { most, U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Price, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type Swapped, swap } from './quote.ts';
import type { Curve } from './run.ts';

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
  return {
    price: priceOf(reading),
    depth: depthOf(reading),
    bounds: [],
    quote: (side, amountIn) => quote(reading, side, amountIn),
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

function quote(reading: Reading, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  const zeroForOne = (side === 'sell') === reading.mintIsZero;
  const [heldIn, heldOut] = zeroForOne ? reading.held : [reading.held[1], reading.held[0]];
  if (heldIn + amountIn > U64_MAX) return refuse('overflow', 'the vault cannot hold so much');
  const swapped = swap(reading.curve, zeroForOne, amountIn, reading.now);
  if (isRefused(swapped)) return swapped;
  if (swapped.received > heldOut) return refuse('insufficient_liquidity', 'the vault does not hold so much');
  const moved: PerToken = zeroForOne ? [amountIn, -swapped.received] : [-swapped.received, amountIn];
  const after: Reading = {
    ...reading,
    curve: swapped.curve,
    held: [reading.held[0] + moved[0], reading.held[1] + moved[1]],
    owed: owedAfter(reading.owed, swapped, zeroForOne),
  };
  return { spent: amountIn, received: swapped.received, fees: feesOf(swapped), after: marketOf(after) };
}

function owedAfter([zero, one]: PerToken, { feeOnInput, protocolFee }: Swapped, zeroForOne: boolean): PerToken {
  return feeOnInput === zeroForOne ? [zero + protocolFee, one] : [zero, one + protocolFee];
}

function feesOf({ feeOnInput, lpFee, protocolFee }: Swapped): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  return [
    { share: 'lp', of, amount: lpFee },
    { share: 'protocol', of, amount: protocolFee },
  ];
}
