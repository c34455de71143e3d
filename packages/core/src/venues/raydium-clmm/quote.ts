import { larger, U64_MAX, U128_MAX } from '../arithmetic.ts';
import { inputBetween, outputBetween, priceAfter, withoutFee } from '../concentrated/step.ts';
import type { Refused } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { accumulate, type ClmmDynamicFee } from './dynamic-fee.ts';
import { match } from './limit-orders.ts';
import {
  ahead,
  type Booked,
  book,
  type ClmmDirection,
  type ClmmSwapRange,
  type ClmmSwapState,
  meetingOf,
  start,
} from './stretch.ts';
import type { RaydiumClmmTick } from './tick-arrays.ts';
import { tickAt } from './tick-price.ts';

/** A swap that was computed. Where it ends is worked out when asked for. */
export interface ClmmSwap {
  readonly received: bigint;
  end(): ClmmSwapState;
}

/** A point that every large enough swap reaches, independent of the rest that it has to spend there. */
interface PathPoint {
  /** The least amount of such a swap. */
  readonly from: bigint;
  readonly state: ClmmSwapState;
  readonly stretch: ClmmSwapRange | Refused;
  /** Null until a swap has gone further. */
  next: PathPoint | null;
}

/**
 * All swaps along one path at one moment, as `swap_internal` of `instructions/swap.rs` without a price limit computes them. Up to its last
 * stretch a swap equals every larger one, so the points on the path are remembered.
 */
export class SwapPath {
  readonly direction: ClmmDirection;
  readonly #points: [PathPoint, ...PathPoint[]];

  /** `now` in Unix seconds. */
  constructor(direction: ClmmDirection, now: bigint) {
    this.direction = direction;
    this.#points = [pointAt(direction, 0n, start(direction, now))];
  }

  /** The swap of exactly `amount` (1 to 2^64 - 1). */
  swap(amount: bigint): ClmmSwap | Refused {
    let point = this.#before(amount);
    for (;;) {
      const { state, stretch } = point;
      if (isRefused(stretch)) return stretch;
      if (amount < stretch.until) return endWithin(this.direction, state, stretch, amount);
      if (amount < stretch.through) return endAt(settle(this.direction, state, stretch, amount));
      const next = point.next ?? this.#extend(point, state, stretch);
      if (isRefused(next)) return next;
      if (amount === next.state.paid) return endAt(next.state);
      point = next;
    }
  }

  /** The last known point that a swap of the amount passes. */
  #before(amount: bigint): PathPoint {
    const points = this.#points;
    let [low, high] = [0, points.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((points[middle]?.from ?? 0n) < amount) low = middle;
      else high = middle - 1;
    }
    return points[low] ?? points[0];
  }

  #extend(point: PathPoint, from: ClmmSwapState, stretch: ClmmSwapRange): PathPoint | Refused {
    const state = settle(this.direction, from, stretch, stretch.through);
    if (isRefused(state)) return state;
    // After orders, the payment at a point is less than at leaving them, so the next stretch may end before that.
    const next = pointAt(this.direction, larger(stretch.through, point.from), state);
    point.next = next;
    this.#points.push(next);
    return next;
  }
}

function pointAt(direction: ClmmDirection, from: bigint, state: ClmmSwapState): PathPoint {
  return { from, state, stretch: ahead(direction, state), next: null };
}

/** A swap that ends before the stretch does. With a fee on the output the pool keeps what rounding leaves of the input. */
function endWithin(
  direction: ClmmDirection,
  from: ClmmSwapState,
  stretch: ClmmSwapRange,
  amount: bigint,
): ClmmSwap | Refused {
  const { zeroForOne, feeOnInput } = direction;
  const { sqrtPrice, liquidity } = from;
  const { rate } = stretch;
  const paid = amount - from.paid;
  const net = feeOnInput ? withoutFee(paid, rate) : paid;
  const reached = priceAfter(sqrtPrice, liquidity, net, zeroForOne);
  const output = outputBetween(sqrtPrice, reached, liquidity, zeroForOne);
  if (output > U64_MAX) return tooLarge();
  const received = feeOnInput ? output : withoutFee(output, rate);
  const refused = unfit(from.received + received);
  return (
    refused ?? {
      received: from.received + received,
      end() {
        const fee = feeOnInput ? paid - inputBetween(sqrtPrice, reached, liquidity, zeroForOne) : output - received;
        return within(direction, from, stretch, book(direction, from, liquidity, { paid, received, fee }), reached);
      },
    }
  );
}

/** A swap that ends at a point. */
function endAt(state: ClmmSwapState | Refused): ClmmSwap | Refused {
  if (isRefused(state)) return state;
  return (
    unfit(state.received) ?? {
      received: state.received,
      end() {
        return state;
      },
    }
  );
}

function unfit(received: bigint): Refused | null {
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  return received > U64_MAX ? refuse('overflow', 'more comes out than an amount can say') : null;
}

/** The point after a whole stretch, and after the limit orders at its end took what a swap of `amount` has left for them. */
function settle(
  direction: ClmmDirection,
  from: ClmmSwapState,
  stretch: ClmmSwapRange,
  amount: bigint,
): ClmmSwapState | Refused {
  const crossed = bookWhole(direction, from, stretch);
  if (isRefused(crossed)) return crossed;
  const { unfilled } = stretch.aim.next;
  if (amount === stretch.until) return landed(direction, from, stretch, crossed, unfilled);
  const met = match(meetingOf(direction, stretch), amount - stretch.until);
  return landed(direction, from, stretch, book(direction, crossed, from.liquidity, met), unfilled - met.sold);
}

/** Books the trade of a whole stretch with the liquidity there. */
function bookWhole(direction: ClmmDirection, from: ClmmSwapState, stretch: ClmmSwapRange): Booked | Refused {
  const { bound, until, rate } = stretch;
  const output = outputBetween(from.sqrtPrice, bound, from.liquidity, direction.zeroForOne);
  if (output > U64_MAX) return tooLarge();
  const received = direction.feeOnInput ? output : withoutFee(output, rate);
  const fee = direction.feeOnInput ? stretch.fee : output - received;
  return book(direction, from, from.liquidity, { paid: until - from.paid, received, fee });
}

function tooLarge(): Refused {
  return refuse('overflow', 'a step is larger than an amount can say');
}

/** The point at the end of a stretch; `unfilled` is the unsold amount of limit orders at its tick. */
function landed(
  direction: ClmmDirection,
  from: ClmmSwapState,
  stretch: ClmmSwapRange,
  booked: Booked,
  unfilled: bigint,
): ClmmSwapState | Refused {
  const { aim, bound } = stretch;
  if (bound !== aim.nextPrice) {
    const state = within(direction, from, stretch, booked, bound);
    return bound === aim.target ? { ...state, aim: null } : state;
  }
  const { next } = aim;
  const crosses = unfilled === 0n;
  const change = crosses && next.positions ? next.net : 0n;
  const liquidity = from.liquidity + (direction.zeroForOne ? -change : change);
  if (liquidity < 0n || liquidity > U128_MAX) return refuse('inconsistent', `liquidity beyond tick ${next.tick}`);
  return {
    ...from,
    ...booked,
    ...groupAfter(direction, from, stretch, next.tick),
    liquidity,
    sqrtPrice: bound,
    tick: direction.zeroForOne === crosses ? next.tick - 1 : next.tick,
    ticks: unfilled === next.unfilled ? from.ticks : withOrders(from.ticks, next, unfilled),
    aim: null,
    steps: from.steps + 1,
  };
}

/** The point at a square-root price on the path from one tick to the next. */
function within(
  direction: ClmmDirection,
  from: ClmmSwapState,
  stretch: ClmmSwapRange,
  booked: Booked,
  sqrtPrice: bigint,
): ClmmSwapState {
  const tick = sqrtPrice === from.sqrtPrice ? from.tick : tickAt(sqrtPrice);
  const { aim } = stretch;
  return {
    ...from,
    ...booked,
    ...groupAfter(direction, from, stretch, tick),
    sqrtPrice,
    tick,
    aim,
    steps: from.steps + 1,
  };
}

/** The next group, counted from `tick`, where the price is now. */
function groupAfter(
  direction: ClmmDirection,
  from: ClmmSwapState,
  stretch: ClmmSwapRange,
  tick: number,
): Pick<ClmmSwapState, 'group' | 'dynamicFee'> {
  const { dynamicFee, spans } = stretch;
  if (!dynamicFee) return { group: from.group, dynamicFee };
  const onwards = direction.zeroForOne ? -1 : 1;
  if (!spans) return { group: from.group + onwards, dynamicFee };
  const { tickSpacing } = direction.curve;
  const onEdge = !direction.zeroForOne && tick % tickSpacing === 0;
  const group = Math.floor(tick / tickSpacing) - (onEdge ? 1 : 0);
  return { group: group + onwards, dynamicFee: counted(dynamicFee, group) };
}

function counted(fee: ClmmDynamicFee, group: number): ClmmDynamicFee {
  return fee.accumulator === fee.maxAccumulator ? fee : accumulate(fee, group);
}

/** The ticks with what limit orders on one of them still sell; a tick that is in use no more is not among them. */
function withOrders(
  ticks: readonly RaydiumClmmTick[],
  changed: RaydiumClmmTick,
  unfilled: bigint,
): readonly RaydiumClmmTick[] {
  return ticks.flatMap((one) => {
    if (one !== changed) return [one];
    return unfilled > 0n || one.positions ? [{ ...one, unfilled }] : [];
  });
}
