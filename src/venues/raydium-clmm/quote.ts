import { most, U64_MAX } from '../arithmetic.ts';
import { inputBetween, outputBetween, priceAfter, withoutFee } from '../concentrated/step.ts';
import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { landed, within } from './landing.ts';
import { match } from './limit-orders.ts';
import { type Booked, book, type Place, start, type Way } from './place.ts';
import { ahead, meetingOf, type Stretch } from './stretch.ts';

/** A swap that was computed. Where it ends is worked out when asked for. */
export interface Swapped {
  readonly received: bigint;
  end(): Place;
}

/** A place that a large enough swap comes to, whatever it has left to spend there. */
interface Rung {
  /** The least amount of such a swap. */
  readonly from: bigint;
  readonly place: Place;
  readonly stretch: Stretch | Refused;
  /** Null until a swap has gone further. */
  next: Rung | null;
}

/**
 * All swaps along one way at one moment, as `swap_internal` of `instructions/swap.rs` without a price limit computes them. Up
 * to its last stretch a swap does what every larger one does, so the places on the way are remembered.
 */
export class Ladder {
  readonly way: Way;
  readonly #rungs: [Rung, ...Rung[]];

  /** `now` in Unix seconds. */
  constructor(way: Way, now: bigint) {
    this.way = way;
    this.#rungs = [rungAt(way, 0n, start(way, now))];
  }

  /** The swap of exactly `amount` (1 to 2^64 - 1). */
  swap(amount: bigint): Swapped | Refused {
    let rung = this.#before(amount);
    for (;;) {
      const { place, stretch } = rung;
      if (isRefused(stretch)) return stretch;
      if (amount < stretch.until) return endWithin(this.way, place, stretch, amount);
      if (amount < stretch.through) return endAt(settle(this.way, place, stretch, amount));
      const next = rung.next ?? this.#climb(rung, place, stretch);
      if (isRefused(next)) return next;
      if (amount === next.place.paid) return endAt(next.place);
      rung = next;
    }
  }

  /** The last known rung that a swap of the amount passes. */
  #before(amount: bigint): Rung {
    const rungs = this.#rungs;
    let [low, high] = [0, rungs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((rungs[middle]?.from ?? 0n) < amount) low = middle;
      else high = middle - 1;
    }
    return rungs[low] ?? rungs[0];
  }

  #climb(rung: Rung, from: Place, stretch: Stretch): Rung | Refused {
    const place = settle(this.way, from, stretch, stretch.through);
    if (isRefused(place)) return place;
    // Behind orders a place has paid less than what leaves them behind, so that the next stretch may end before that.
    const next = rungAt(this.way, most(stretch.through, rung.from), place);
    rung.next = next;
    this.#rungs.push(next);
    return next;
  }
}

function rungAt(way: Way, from: bigint, place: Place): Rung {
  return { from, place, stretch: ahead(way, place), next: null };
}

/** A swap that ends before the stretch does. With a fee on the output the pool keeps what rounding leaves of the input. */
function endWithin(way: Way, from: Place, stretch: Stretch, amount: bigint): Swapped | Refused {
  const { zeroForOne, feeOnInput } = way;
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
        return within(way, from, stretch, book(way, from, liquidity, { paid, received, fee }), reached);
      },
    }
  );
}

/** A swap that ends at a place. */
function endAt(place: Place | Refused): Swapped | Refused {
  if (isRefused(place)) return place;
  return (
    unfit(place.received) ?? {
      received: place.received,
      end() {
        return place;
      },
    }
  );
}

function unfit(received: bigint): Refused | null {
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  return received > U64_MAX ? refuse('overflow', 'more comes out than an amount can say') : null;
}

/** The place after a whole stretch, and after the limit orders at its end took what a swap of `amount` has left for them. */
function settle(way: Way, from: Place, stretch: Stretch, amount: bigint): Place | Refused {
  const crossed = bookWhole(way, from, stretch);
  if (isRefused(crossed)) return crossed;
  const { unfilled } = stretch.aim.next;
  if (amount === stretch.until) return landed(way, from, stretch, crossed, unfilled);
  const met = match(meetingOf(way, stretch), amount - stretch.until);
  return landed(way, from, stretch, book(way, crossed, from.liquidity, met), unfilled - met.sold);
}

/** Books the trade of a whole stretch with the liquidity there. */
function bookWhole(way: Way, from: Place, stretch: Stretch): Booked | Refused {
  const { bound, until, rate } = stretch;
  const output = outputBetween(from.sqrtPrice, bound, from.liquidity, way.zeroForOne);
  if (output > U64_MAX) return tooLarge();
  const received = way.feeOnInput ? output : withoutFee(output, rate);
  const fee = way.feeOnInput ? stretch.fee : output - received;
  return book(way, from, from.liquidity, { paid: until - from.paid, received, fee });
}

function tooLarge(): Refused {
  return refuse('overflow', 'a step is larger than an amount can say');
}
