import { U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import type { Bin } from './bins.ts';
import { feeWithin } from './fees.ts';
import { type Fill, fill, filled } from './fill.ts';
import type { Stop, SwapState, Totals, Way } from './way.ts';

/** A swap: the bin in which it ends, what that bin takes and gives, and all that was taken and given. */
export interface Swapped {
  readonly stop: Stop;
  readonly last: Fill;
  readonly totals: Totals;
}

/** The swap of exactly `amountIn` of X or Y, as the program walks it. */
export function swap(way: Way, amountIn: bigint): Swapped | Refused {
  const stop = way.stopOf(amountIn);
  if ('refused' in stop) return stop;
  const { bin, before, rate } = stop;
  const left = amountIn - before.spent;
  const inputFee = way.feeOnInput ? feeWithin(left, rate) : 0n;
  const last = fill(bin, left - inputFee, way.sellsX, way.state.hasOrders);
  if ('refused' in last) return last;
  const totals = way.totals(before, last, way.feeOnInput ? inputFee : feeWithin(last.output, rate));
  return totals.received > U64_MAX ? refuse('overflow', 'output') : { stop, last, totals };
}

/** What a swap leaves. */
export function stateAfter({ state, volatility, sellsX }: Way, { stop, last }: Swapped): SwapState {
  const changed = new Map<number, Bin>([[stop.id, filled(stop.bin, last, sellsX)]]);
  for (let at = stop.previous; at !== null; at = at.previous) {
    if (!isRefused(at.whole)) changed.set(at.id, filled(at.bin, at.whole, sellsX));
  }
  const { accumulator, id } = stop;
  // Only a swap that leaves the active bin counts as an update of the volatility, as seen on the program, release 0.12.0.
  const updatedAt = id === state.activeId ? volatility.updatedAt : state.now;
  return {
    ...state,
    activeId: id,
    bins: state.bins.with(changed),
    volatility: { ...volatility, accumulator, updatedAt },
  };
}
