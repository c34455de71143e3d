import { ceilDiv, least, most, U64_MAX, U128_MAX } from '../arithmetic.ts';
import { FEE_DENOMINATOR, step } from '../concentrated/step.ts';
import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { match } from './limit-orders.ts';
import { book, type Curve, crossesGroups, enterGroup, groupEnd, leaveGroup, type Run, start } from './run.ts';
import type { Tick } from './tick-arrays.ts';
import { sqrtPriceAt, tickAt } from './tick-price.ts';

/** Stretches in a swap beyond which no transaction could compute it; the chain stops it long before. */
const MAX_STEPS = 4096;

/** A swap that was computed: the fee is on the input or on the output, as `feeOnInput` says. */
export interface Swapped {
  readonly curve: Curve;
  readonly received: bigint;
  readonly feeOnInput: boolean;
  readonly lpFee: bigint;
  /** For protocol and fund. */
  readonly protocolFee: bigint;
}

/**
 * The swap of exactly `amount` (1 to 2^64 - 1) at `now` (Unix seconds), as `swap_internal` of `instructions/swap.rs` without
 * a price limit computes it.
 */
export function swap(curve: Curve, zeroForOne: boolean, amount: bigint, now: bigint): Swapped | Refused {
  const run = start(curve, zeroForOne, amount, now);
  if (zeroForOne ? run.sqrtPrice <= run.limit : run.sqrtPrice >= run.limit) return exhausted();
  while (run.remaining > 0n && run.sqrtPrice !== run.limit) {
    const next = nextTick(run);
    if (isRefused(next)) return next;
    const refused = moveTo(run, next);
    if (refused) return refused;
  }
  if (run.remaining > 0n) return exhausted();
  if (run.received === 0n) return refuse('amount_too_small', 'nothing comes out');
  if (run.received > U64_MAX) return refuse('overflow', 'more comes out than an amount can say');
  const { liquidity, sqrtPrice, tick, ticks, dynamicFee, received, feeOnInput, lpFee, protocolFee } = run;
  const after = { ...curve, liquidity, sqrtPrice, tick, ticks, dynamicFee };
  return { curve: after, received, feeOnInput, lpFee, protocolFee };
}

function exhausted(): Refused {
  return refuse('insufficient_liquidity', 'the price reaches the end of its range');
}

/** The next tick in use: downwards the current one counts, upwards it does not. */
function nextTick({ ticks, tick, zeroForOne, below, above }: Run): Tick | Refused {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle]?.tick ?? 0) <= tick) low = middle + 1;
    else high = middle;
  }
  return zeroForOne ? (ticks[low - 1] ?? below) : (ticks[low] ?? above);
}

/** Where a move goes: to `target`, which is the square-root price of the next tick unless the range ends before. */
interface Aim {
  readonly next: Tick;
  readonly nextPrice: bigint;
  readonly target: bigint;
}

/** Moves the price towards a tick until it is there or nothing is left, one stretch of constant fee after another. */
function moveTo(run: Run, next: Tick): Refused | null {
  const nextPrice = sqrtPriceAt(next.tick);
  const target = nearer(run, nextPrice, run.limit);
  if (nearer(run, target, run.sqrtPrice) !== run.sqrtPrice)
    return refuse('inconsistent', `the price is not on its side of tick ${next.tick}`);
  do {
    run.steps += 1;
    if (run.steps > MAX_STEPS) return refuse('insufficient_liquidity', 'crosses more ticks than a transaction can');
    const refused = stretch(run, { next, nextPrice, target });
    if (refused) return refused;
  } while (run.remaining > 0n && run.sqrtPrice !== target);
  return null;
}

function stretch(run: Run, { next, nextPrice, target }: Aim): Refused | null {
  const rate = enterGroup(run);
  const whole = crossesGroups(run);
  const bound = whole ? target : nearer(run, target, groupEnd(run));
  const landed = bound === run.sqrtPrice ? bound : spend(run, bound, rate);
  if (landed === null) return refuse('overflow', 'a step is larger than an amount can say');
  const moved = landed !== run.sqrtPrice;
  run.sqrtPrice = landed;
  const refused = landed === nextPrice ? arrive(run, next, rate) : null;
  if (moved && landed !== nextPrice) run.tick = tickAt(landed);
  leaveGroup(run, whole, landed === nextPrice ? next.tick : run.tick);
  return refused;
}

/** The one of two prices that the swap comes to first. */
function nearer({ zeroForOne }: Run, a: bigint, b: bigint): bigint {
  return zeroForOne ? most(a, b) : least(a, b);
}

/** Trades with the liquidity up to `bound`. The price it gets to, or null when an amount leaves 64 bits. */
function spend(run: Run, target: bigint, rate: bigint): bigint | null {
  const { sqrtPrice, liquidity, remaining, zeroForOne, feeOnInput } = run;
  // With a fee on the output all of the input trades; what rounding leaves of it goes to the pool.
  const made = step({ sqrtPrice, target, liquidity, remaining, feeRate: feeOnInput ? rate : 0n, zeroForOne });
  if (made.output > U64_MAX) return null;
  const fee = feeOnInput ? made.fee : ceilDiv(made.output * rate, FEE_DENOMINATOR);
  book(run, made.input + made.fee, feeOnInput ? made.output : made.output - fee, fee);
  return made.sqrtPrice;
}

/** On a tick: fills its limit orders, then crosses it if none is left. */
function arrive(run: Run, next: Tick, feeRate: bigint): Refused | null {
  const unfilled = next.unfilled > 0n && run.remaining > 0n ? fill(run, next, feeRate) : next.unfilled;
  run.tick = run.zeroForOne === unfilled > 0n ? next.tick : next.tick - 1;
  if (unfilled > 0n || !next.positions) return null;
  run.liquidity += run.zeroForOne ? -next.net : next.net;
  const sound = run.liquidity >= 0n && run.liquidity <= U128_MAX;
  return sound ? null : refuse('inconsistent', `liquidity beyond tick ${next.tick}`);
}

/** What the orders on the tick still sell after the swap took what it can. */
function fill(run: Run, next: Tick, feeRate: bigint): bigint {
  const { remaining, sqrtPrice, zeroForOne, feeOnInput } = run;
  const { paid, received, fee, sold } = match({
    unfilled: next.unfilled,
    remaining,
    sqrtPrice,
    zeroForOne,
    feeRate,
    feeOnInput,
  });
  book(run, paid, received, fee);
  const unfilled = next.unfilled - sold;
  run.ticks = run.ticks.flatMap((one) => {
    if (one !== next) return [one];
    return unfilled > 0n || one.positions ? [{ ...one, unfilled }] : [];
  });
  return unfilled;
}
