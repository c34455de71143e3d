import { FEE_DENOMINATOR } from '../concentrated/step.ts';
import type { Refused } from '../model.ts';
import { begin, type DynamicFee } from './dynamic-fee.ts';
import type { Rates } from './layout.ts';
import type { Tick } from './tick-arrays.ts';
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE } from './tick-price.ts';

/** The state of a pool on which the price depends. */
export interface Curve {
  readonly tickSpacing: number;
  readonly feeOn: number;
  readonly rates: Rates;
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly dynamicFee: DynamicFee | null;
  /** Ticks in use, ascending, and why there is none below the first and above the last of them. */
  readonly ticks: readonly Tick[];
  readonly below: Refused;
  readonly above: Refused;
}

/** One of the two ways through a pool. */
export interface Way {
  readonly curve: Curve;
  readonly zeroForOne: boolean;
  readonly feeOnInput: boolean;
  /** The square-root price beyond which no swap goes. */
  readonly limit: bigint;
}

/** Where a swap moves to: `target` is the square-root price of the next tick unless the range ends before. */
export interface Aim {
  readonly next: Tick;
  readonly nextPrice: bigint;
  readonly target: bigint;
}

/** What a swap has paid and received by then, in atomic units; the fee counts as paid, or was taken from what came out. */
export interface Booked {
  readonly paid: bigint;
  readonly received: bigint;
  readonly lpFee: bigint;
  /** For protocol and fund. */
  readonly protocolFee: bigint;
}

/** Where a swap stands between two of its stretches: the curve as it is by then, and what was booked. */
export interface Place extends Booked {
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly ticks: readonly Tick[];
  readonly dynamicFee: DynamicFee | null;
  /** Which group of ticks the price is in, for the dynamic fee. */
  readonly group: number;
  /** Null where the next tick has yet to be looked for. */
  readonly aim: Aim | null;
  /** Stretches up to here. */
  readonly steps: number;
}

/** The way of who pays with token 0 (`zeroForOne`), or of who pays with token 1. */
export function wayThrough(curve: Curve, zeroForOne: boolean): Way {
  return {
    curve,
    zeroForOne,
    feeOnInput: curve.feeOn === 0 || (curve.feeOn === 1) === zeroForOne,
    limit: zeroForOne ? MIN_SQRT_PRICE + 1n : MAX_SQRT_PRICE - 1n,
  };
}

/** Where every swap begins at `now` (Unix seconds). */
export function start({ curve }: Way, now: bigint): Place {
  const { liquidity, sqrtPrice, tick, ticks, dynamicFee, tickSpacing } = curve;
  const group = Math.floor(tick / tickSpacing);
  const begun = dynamicFee && begin(dynamicFee, group, now);
  const nothing = { paid: 0n, received: 0n, lpFee: 0n, protocolFee: 0n };
  return { ...nothing, liquidity, sqrtPrice, tick, ticks, dynamicFee: begun, group, aim: null, steps: 0 };
}

/** The curve that a swap leaves which ends here. */
export function curveAt({ curve }: Way, { liquidity, sqrtPrice, tick, ticks, dynamicFee }: Place): Curve {
  return { ...curve, liquidity, sqrtPrice, tick, ticks, dynamicFee };
}

/** A part of a swap. What is paid includes a fee on the input, what is received comes after one on the output. */
export interface Part {
  readonly paid: bigint;
  readonly received: bigint;
  readonly fee: bigint;
}

/** Books a part of a swap. Where nobody provides liquidity the protocol takes the whole fee (`spilt_fees`). */
export function book({ curve }: Way, before: Booked, liquidity: bigint, { paid, received, fee }: Part): Booked {
  const { protocol, fund } = curve.rates;
  const shared = (fee * protocol) / FEE_DENOMINATOR + (fee * fund) / FEE_DENOMINATOR;
  const lp = liquidity > 0n ? fee - shared : 0n;
  return {
    paid: before.paid + paid,
    received: before.received + received,
    lpFee: before.lpFee + lp,
    protocolFee: before.protocolFee + fee - lp,
  };
}
