import { larger, smaller } from '../arithmetic.ts';
import { feeBeside, inputBetween, RATE_DENOMINATOR } from '../concentrated/step.ts';
import type { Refused } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { accumulate, type ClmmDynamicFee, feeAtSwapStart, totalRate } from './dynamic-fee.ts';
import type { ClmmFeeRates } from './layout.ts';
import { fillsAll, type Meeting } from './limit-orders.ts';
import type { RaydiumClmmTick } from './tick-arrays.ts';
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAt } from './tick-price.ts';

/** Stretches in a swap beyond which no transaction could compute it; the chain stops it long before. */
const MAX_STEPS = 4096;

/** The state ahead of a point: a stretch up to `bound` in which liquidity and fee do not change. */
export interface ClmmSwapRange {
  readonly aim: Aim;
  readonly bound: bigint;
  /** Of the input or of the output, in parts of a million. */
  readonly rate: bigint;
  /** True when the fee does not change on the way, so that the stretch may span many groups. */
  readonly spans: boolean;
  /** With the group of the point counted. */
  readonly dynamicFee: ClmmDynamicFee | null;
  /** On the input of the whole stretch; 0 where it is on the output. */
  readonly fee: bigint;
  /** The payment of a swap when it reaches `bound`; a smaller swap does not. */
  readonly until: bigint;
  /** The least amount of a swap that leaves the stretch behind: `until`, or more where limit orders wait at its end. */
  readonly through: bigint;
}

/** The stretch ahead of a point, or the reason why there is none. It does not depend on the rest that a swap has to spend. */
export function ahead(direction: ClmmDirection, state: ClmmSwapState): ClmmSwapRange | Refused {
  const aim = state.aim ?? aimFrom(direction, state);
  if (isRefused(aim)) return aim;
  if (state.steps >= MAX_STEPS) return refuse('insufficient_liquidity', 'crosses more ticks than a transaction can');
  const { curve, zeroForOne, feeOnInput } = direction;
  const dynamicFee = state.dynamicFee && accumulate(state.dynamicFee, state.group);
  const rate = dynamicFee ? totalRate(dynamicFee, curve.rates.trade, curve.tickSpacing) : curve.rates.trade;
  const spans = state.liquidity === 0n || !dynamicFee || dynamicFee.accumulator === dynamicFee.maxAccumulator;
  const bound = spans ? aim.target : nearer(direction, aim.target, groupEnd(direction, state.group));
  const needed = inputBetween(state.sqrtPrice, bound, state.liquidity, zeroForOne);
  const fee = feeOnInput ? feeBeside(needed, rate) : 0n;
  const until = state.paid + needed + fee;
  const orders = bound === aim.nextPrice && aim.next.unfilled > 0n;
  const through = orders ? until + fillsAll(meetingOf(direction, { aim, bound, rate })) : until;
  return { aim, bound, rate, spans, dynamicFee, fee, until, through };
}

/** The limit orders at the end of a stretch, as a swap meets them. */
export function meetingOf(
  direction: ClmmDirection,
  { aim, bound, rate }: Pick<ClmmSwapRange, 'aim' | 'bound' | 'rate'>,
): Meeting {
  const { zeroForOne, feeOnInput } = direction;
  return { unfilled: aim.next.unfilled, sqrtPrice: bound, zeroForOne, feeRate: rate, feeOnInput };
}

/** The tick that a swap moves to from a point. */
function aimFrom(direction: ClmmDirection, state: ClmmSwapState): Aim | Refused {
  const { sqrtPrice } = state;
  if (nearer(direction, sqrtPrice, direction.limit) === direction.limit)
    return refuse('insufficient_liquidity', 'the price reaches the end of its range');
  const next = nextTick(direction, state);
  if (isRefused(next)) return next;
  const nextPrice = sqrtPriceAt(next.tick);
  const target = nearer(direction, nextPrice, direction.limit);
  return nearer(direction, target, sqrtPrice) === sqrtPrice
    ? { next, nextPrice, target }
    : refuse('inconsistent', `the price is not on its side of tick ${next.tick}`);
}

/** The next tick in use: downwards the current one counts, upwards it does not. */
function nextTick({ curve, zeroForOne }: ClmmDirection, { ticks, tick }: ClmmSwapState): RaydiumClmmTick | Refused {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle]?.tick ?? 0) <= tick) low = middle + 1;
    else high = middle;
  }
  return zeroForOne ? (ticks[low - 1] ?? curve.below) : (ticks[low] ?? curve.above);
}

/** The one of two prices that the swap comes to first. */
function nearer({ zeroForOne }: ClmmDirection, a: bigint, b: bigint): bigint {
  return zeroForOne ? larger(a, b) : smaller(a, b);
}

/** The square-root price where a group of ticks ends. */
function groupEnd({ curve, zeroForOne }: ClmmDirection, group: number): bigint {
  const tick = (zeroForOne ? group : group + 1) * curve.tickSpacing;
  return sqrtPriceAt(Math.min(Math.max(tick, MIN_TICK), MAX_TICK));
}

/** The state of a pool on which the price depends. */
export interface ClmmCurve {
  readonly tickSpacing: number;
  readonly feeOn: number;
  readonly rates: ClmmFeeRates;
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly dynamicFee: ClmmDynamicFee | null;
  /** Ticks in use, ascending, and why there is none below the first and above the last of them. */
  readonly ticks: readonly RaydiumClmmTick[];
  readonly below: Refused;
  readonly above: Refused;
}

/** One of the two ways through a pool. */
export interface ClmmDirection {
  readonly curve: ClmmCurve;
  readonly zeroForOne: boolean;
  readonly feeOnInput: boolean;
  /** The square-root price beyond which no swap goes. */
  readonly limit: bigint;
}

/** Where a swap moves to: `target` is the square-root price of the next tick unless the range ends before. */
interface Aim {
  readonly next: RaydiumClmmTick;
  readonly nextPrice: bigint;
  readonly target: bigint;
}

/** The payment and receipt of a swap up to here, in atomic units; the fee counts as paid, or was taken from the output. */
export interface Booked {
  readonly paid: bigint;
  readonly received: bigint;
  readonly lpFee: bigint;
  /** For protocol and fund. */
  readonly protocolFee: bigint;
}

/** Where a swap stands between two of its stretches: the curve as it is by then, and what was booked. */
export interface ClmmSwapState extends Booked {
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly ticks: readonly RaydiumClmmTick[];
  readonly dynamicFee: ClmmDynamicFee | null;
  /** Which group of ticks the price is in, for the dynamic fee. */
  readonly group: number;
  /** Null if the next tick is not searched yet. */
  readonly aim: Aim | null;
  /** Stretches up to here. */
  readonly steps: number;
}

/** The way of who pays with token 0 (`zeroForOne`), or of who pays with token 1. */
export function directionThrough(curve: ClmmCurve, zeroForOne: boolean): ClmmDirection {
  return {
    curve,
    zeroForOne,
    feeOnInput: curve.feeOn === 0 || (curve.feeOn === 1) === zeroForOne,
    limit: zeroForOne ? MIN_SQRT_PRICE + 1n : MAX_SQRT_PRICE - 1n,
  };
}

/** Where every swap begins at `now` (Unix seconds). */
export function start({ curve }: ClmmDirection, now: bigint): ClmmSwapState {
  const { liquidity, sqrtPrice, tick, ticks, dynamicFee, tickSpacing } = curve;
  const group = Math.floor(tick / tickSpacing);
  const begun = dynamicFee && feeAtSwapStart(dynamicFee, group, now);
  const nothing = { paid: 0n, received: 0n, lpFee: 0n, protocolFee: 0n };
  return { ...nothing, liquidity, sqrtPrice, tick, ticks, dynamicFee: begun, group, aim: null, steps: 0 };
}

/** The curve that a swap leaves which ends here. */
export function curveAt(
  { curve }: ClmmDirection,
  { liquidity, sqrtPrice, tick, ticks, dynamicFee }: ClmmSwapState,
): ClmmCurve {
  return { ...curve, liquidity, sqrtPrice, tick, ticks, dynamicFee };
}

/** A part of a swap. The payment includes a fee on the input; the receipt is after a fee on the output. */
interface Part {
  readonly paid: bigint;
  readonly received: bigint;
  readonly fee: bigint;
}

/** Books a part of a swap. Without liquidity providers the protocol takes the whole fee (`spilt_fees`). */
export function book(
  { curve }: ClmmDirection,
  before: Booked,
  liquidity: bigint,
  { paid, received, fee }: Part,
): Booked {
  const { protocol, fund } = curve.rates;
  const shared = (fee * protocol) / RATE_DENOMINATOR + (fee * fund) / RATE_DENOMINATOR;
  const lp = liquidity > 0n ? fee - shared : 0n;
  return {
    paid: before.paid + paid,
    received: before.received + received,
    lpFee: before.lpFee + lp,
    protocolFee: before.protocolFee + fee - lp,
  };
}
