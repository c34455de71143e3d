import { FEE_DENOMINATOR } from '../concentrated/step.ts';
import type { Refused } from '../model.ts';
import { accumulate, begin, type DynamicFee, totalRate } from './dynamic-fee.ts';
import type { Rates } from './layout.ts';
import type { Tick } from './tick-arrays.ts';
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAt } from './tick-price.ts';

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

/** A swap under way: the curve as it changes, and what was booked so far. */
export type Run = { -readonly [K in keyof Curve]: Curve[K] } & {
  readonly zeroForOne: boolean;
  readonly feeOnInput: boolean;
  readonly limit: bigint;
  remaining: bigint;
  received: bigint;
  lpFee: bigint;
  protocolFee: bigint;
  /** Which group of ticks the price is in, for the dynamic fee. */
  group: number;
  steps: number;
};

/** A swap before its first step. */
export function start(curve: Curve, zeroForOne: boolean, amount: bigint, now: bigint): Run {
  const group = Math.floor(curve.tick / curve.tickSpacing);
  return {
    ...curve,
    dynamicFee: curve.dynamicFee && begin(curve.dynamicFee, group, now),
    zeroForOne,
    feeOnInput: curve.feeOn === 0 || (curve.feeOn === 1) === zeroForOne,
    limit: zeroForOne ? MIN_SQRT_PRICE + 1n : MAX_SQRT_PRICE - 1n,
    remaining: amount,
    received: 0n,
    lpFee: 0n,
    protocolFee: 0n,
    group,
    steps: 0,
  };
}

/** Counts the group that the price is in, and gives the fee in it. */
export function enterGroup(run: Run): bigint {
  if (!run.dynamicFee) return run.rates.trade;
  run.dynamicFee = accumulate(run.dynamicFee, run.group);
  return totalRate(run.dynamicFee, run.rates.trade, run.tickSpacing);
}

/** True when the fee does not change on the way, so that a stretch may span many groups. */
export function crossesGroups({ dynamicFee, liquidity }: Run): boolean {
  return dynamicFee === null || liquidity === 0n || dynamicFee.accumulator === dynamicFee.maxAccumulator;
}

/** The square-root price where the group of the price ends. */
export function groupEnd({ group, tickSpacing, zeroForOne }: Run): bigint {
  const tick = (zeroForOne ? group : group + 1) * tickSpacing;
  return sqrtPriceAt(Math.min(Math.max(tick, MIN_TICK), MAX_TICK));
}

/** Goes to the next group from `tick`, where the price is now. */
export function leaveGroup(run: Run, whole: boolean, tick: number): void {
  if (!run.dynamicFee) return;
  if (whole) {
    const onEdge = !run.zeroForOne && tick % run.tickSpacing === 0;
    run.group = Math.floor(tick / run.tickSpacing) - (onEdge ? 1 : 0);
    if (run.dynamicFee.accumulator !== run.dynamicFee.maxAccumulator)
      run.dynamicFee = accumulate(run.dynamicFee, run.group);
  }
  run.group += run.zeroForOne ? -1 : 1;
}

/** Books a part of the swap. Without liquidity nobody provides it, so the protocol takes the fee (`spilt_fees`). */
export function book(run: Run, paid: bigint, received: bigint, fee: bigint): void {
  run.remaining -= paid;
  run.received += received;
  const protocol = (fee * run.rates.protocol) / FEE_DENOMINATOR + (fee * run.rates.fund) / FEE_DENOMINATOR;
  const lp = run.liquidity > 0n ? fee - protocol : 0n;
  run.lpFee += lp;
  run.protocolFee += fee - lp;
}
