import { least, most } from '../arithmetic.ts';
import { feeBeside, inputBetween } from '../concentrated/step.ts';
import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { accumulate, type DynamicFee, totalRate } from './dynamic-fee.ts';
import { fillsAll, type Meeting } from './limit-orders.ts';
import type { Aim, Place, Way } from './place.ts';
import type { Tick } from './tick-arrays.ts';
import { MAX_TICK, MIN_TICK, sqrtPriceAt } from './tick-price.ts';

/** Stretches in a swap beyond which no transaction could compute it; the chain stops it long before. */
const MAX_STEPS = 4096;

/** What lies ahead of a place: a stretch up to `bound` in which liquidity and fee do not change. */
export interface Stretch {
  readonly aim: Aim;
  readonly bound: bigint;
  /** Of the input or of the output, in parts of a million. */
  readonly rate: bigint;
  /** True when the fee does not change on the way, so that the stretch may span many groups. */
  readonly spans: boolean;
  /** With the group that the place is in counted. */
  readonly dynamicFee: DynamicFee | null;
  /** On the input of the whole stretch; 0 where it is on the output. */
  readonly fee: bigint;
  /** What a swap has paid when it comes to `bound`; one of less does not. */
  readonly until: bigint;
  /** The least amount of a swap that leaves the stretch behind: `until`, or more where limit orders wait at its end. */
  readonly through: bigint;
}

/** What is ahead of a place, or why there is nothing. None of it depends on how much a swap still has to spend. */
export function ahead(way: Way, place: Place): Stretch | Refused {
  const aim = place.aim ?? aimFrom(way, place);
  if (isRefused(aim)) return aim;
  if (place.steps >= MAX_STEPS) return refuse('insufficient_liquidity', 'crosses more ticks than a transaction can');
  const { curve, zeroForOne, feeOnInput } = way;
  const dynamicFee = place.dynamicFee && accumulate(place.dynamicFee, place.group);
  const rate = dynamicFee ? totalRate(dynamicFee, curve.rates.trade, curve.tickSpacing) : curve.rates.trade;
  const spans = place.liquidity === 0n || !dynamicFee || dynamicFee.accumulator === dynamicFee.maxAccumulator;
  const bound = spans ? aim.target : nearer(way, aim.target, groupEnd(way, place.group));
  const needed = inputBetween(place.sqrtPrice, bound, place.liquidity, zeroForOne);
  const fee = feeOnInput ? feeBeside(needed, rate) : 0n;
  const until = place.paid + needed + fee;
  const orders = bound === aim.nextPrice && aim.next.unfilled > 0n;
  const through = orders ? until + fillsAll(meetingOf(way, { aim, bound, rate })) : until;
  return { aim, bound, rate, spans, dynamicFee, fee, until, through };
}

/** The limit orders at the end of a stretch, as a swap meets them. */
export function meetingOf(way: Way, { aim, bound, rate }: Pick<Stretch, 'aim' | 'bound' | 'rate'>): Meeting {
  const { zeroForOne, feeOnInput } = way;
  return { unfilled: aim.next.unfilled, sqrtPrice: bound, zeroForOne, feeRate: rate, feeOnInput };
}

/** The tick that a swap moves to from a place. */
function aimFrom(way: Way, place: Place): Aim | Refused {
  const { sqrtPrice } = place;
  if (nearer(way, sqrtPrice, way.limit) === way.limit)
    return refuse('insufficient_liquidity', 'the price reaches the end of its range');
  const next = nextTick(way, place);
  if (isRefused(next)) return next;
  const nextPrice = sqrtPriceAt(next.tick);
  const target = nearer(way, nextPrice, way.limit);
  return nearer(way, target, sqrtPrice) === sqrtPrice
    ? { next, nextPrice, target }
    : refuse('inconsistent', `the price is not on its side of tick ${next.tick}`);
}

/** The next tick in use: downwards the current one counts, upwards it does not. */
function nextTick({ curve, zeroForOne }: Way, { ticks, tick }: Place): Tick | Refused {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle]?.tick ?? 0) <= tick) low = middle + 1;
    else high = middle;
  }
  return zeroForOne ? (ticks[low - 1] ?? curve.below) : (ticks[low] ?? curve.above);
}

/** The one of two prices that the swap comes to first. */
function nearer({ zeroForOne }: Way, a: bigint, b: bigint): bigint {
  return zeroForOne ? most(a, b) : least(a, b);
}

/** The square-root price where a group of ticks ends. */
function groupEnd({ curve, zeroForOne }: Way, group: number): bigint {
  const tick = (zeroForOne ? group : group + 1) * curve.tickSpacing;
  return sqrtPriceAt(Math.min(Math.max(tick, MIN_TICK), MAX_TICK));
}
