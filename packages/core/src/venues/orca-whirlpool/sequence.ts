import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import type { Landmark } from './adaptive-fee.ts';
import { ARRAY_TICKS, type WhirlpoolTick } from './tick-array.ts';
import { MAX_TICK, MIN_TICK, sqrtPriceAt } from './tick-math.ts';

/** Initialised ticks by the first tick of their array, ascending; absent if the array was not read. */
export type TickArrays = ReadonlyMap<number, readonly WhirlpoolTick[]>;

/** Where a swap changes its liquidity, or may go no further: then `net` is 0. */
export interface SwapBoundary extends Landmark {
  readonly net: bigint;
}

/** Arrays that one swap may pass, however many accounts it is given: `util/sparse_swap.rs` of orca-so/whirlpools. */
const SWAP_ARRAYS = 3;

/** First tick of the array that holds `tick`. */
export function arrayStartOf(tick: number, tickSpacing: number): number {
  const width = ARRAY_TICKS * tickSpacing;
  return Math.floor(tick / width) * width;
}

/** True when an array with any possible tick can start there. */
export function isStart(start: number, tickSpacing: number): boolean {
  return start > MIN_TICK - ARRAY_TICKS * tickSpacing && start <= MAX_TICK;
}

/** The ticks that one swap meets, one after the other: `util/swap_tick_sequence.rs`. */
export class Sequence {
  readonly #arrays: TickArrays;
  readonly #starts: readonly number[];
  readonly #width: number;
  readonly #zeroForOne: boolean;
  #at = 0;

  constructor(arrays: TickArrays, tick: number, tickSpacing: number, zeroForOne: boolean) {
    this.#arrays = arrays;
    this.#width = ARRAY_TICKS * tickSpacing;
    this.#zeroForOne = zeroForOne;
    const base = arrayStartOf(tick, tickSpacing);
    // A rising price that stands behind the last tick of its array meets its next one in the array above.
    const first = !zeroForOne && tick + tickSpacing >= base + this.#width ? base + this.#width : base;
    const direction = zeroForOne ? -this.#width : this.#width;
    this.#starts = Array.from({ length: SWAP_ARRAYS }, (_, i) => first + i * direction).filter((start) =>
      isStart(start, tickSpacing),
    );
  }

  /** The next stop from `tick`, which itself counts when the price falls. */
  next(tick: number): SwapBoundary | Refused {
    for (; this.#at < this.#starts.length; this.#at += 1) {
      const start = this.#starts[this.#at] ?? 0;
      const ticks = this.#arrays.get(start);
      if (!ticks) return refuse('not_read', `the swap reaches the tick array from ${start}`);
      const found = this.#zeroForOne
        ? ticks.findLast(({ index }) => index <= tick)
        : ticks.find(({ index }) => index > tick);
      if (found) return { ...found, sqrtPrice: sqrtPriceAt(found.index) };
      if (this.#at + 1 === this.#starts.length) return this.#end(start);
    }
    return refuse('insufficient_liquidity', `a swap passes at most ${SWAP_ARRAYS} tick arrays`);
  }

  #end(start: number): SwapBoundary {
    this.#at += 1;
    const index = this.#zeroForOne ? Math.max(start, MIN_TICK) : Math.min(start + this.#width - 1, MAX_TICK);
    return { index, sqrtPrice: sqrtPriceAt(index), net: 0n };
  }
}
