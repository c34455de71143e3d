import { U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { arrayOf, BINS, type Bin, type Bins } from './bins.ts';
import type { Bitmap } from './bitmap.ts';
import { accumulated, feeOnTop, feeRate, feeWithin, protocolPart, referenced } from './fees.ts';
import { type Fill, fill } from './fill.ts';
import { type FeeParameters, MAX_BIN_ID, type Volatility } from './layout.ts';

/** What a swap depends on, at `now` (Unix seconds). */
export interface SwapState {
  readonly fees: FeeParameters;
  readonly hasOrders: boolean;
  readonly bitmap: Bitmap;
  readonly now: bigint;
  readonly activeId: number;
  readonly volatility: Volatility;
  readonly bins: Bins;
}

/** What a swap gives. `fee` is a part of the input or was taken from the output; `protocolFee` is a part of `fee`. */
export interface Swapped {
  readonly received: bigint;
  readonly fee: bigint;
  readonly protocolFee: bigint;
  readonly feeOnInput: boolean;
  readonly state: SwapState;
}

/** A swap under way. */
interface Run {
  readonly state: SwapState;
  readonly sellsX: boolean;
  readonly feeOnInput: boolean;
  readonly changed: Map<number, Bin>;
  left: bigint;
  received: bigint;
  fee: bigint;
  protocolFee: bigint;
  activeId: number;
  volatility: Volatility;
}

/**
 * The swap of exactly `amountIn` of X or Y, as the program walks it (MeteoraAg/dlmm-sdk, `commons/src/quote.rs`): from bin
 * array to bin array that exists, bin by bin, each at the fee of the volatility that the swap has caused so far.
 */
export function swap(state: SwapState, sellsX: boolean, amountIn: bigint): Swapped | Refused {
  const volatility = referenced(state.volatility, state.fees, state.activeId, state.now);
  if (isRefused(volatility)) return volatility;
  const run: Run = {
    state,
    sellsX,
    feeOnInput: !(state.fees.onlyY && sellsX),
    changed: new Map(),
    left: amountIn,
    received: 0n,
    fee: 0n,
    protocolFee: 0n,
    activeId: state.activeId,
    volatility,
  };
  while (run.left > 0n) {
    const stopped = enterArray(run) ?? crossArray(run);
    if (stopped) return stopped;
  }
  return run.received > U64_MAX ? refuse('overflow', 'output') : swapped(run);
}

/** Moves to the next array that exists: to its nearest bin where it is not the one that the swap stands in. */
function enterArray(run: Run): Refused | null {
  const here = arrayOf(run.activeId);
  const index = run.state.bitmap.next(here, run.sellsX);
  if (index === null) return refuse('insufficient_liquidity', 'no further bin array exists');
  if (!run.state.bins.wasRead(index)) return refuse('not_read', `bin array ${index}`);
  if (index !== here) run.activeId = index * BINS + (run.sellsX ? BINS - 1 : 0);
  return null;
}

function crossArray(run: Run): Refused | null {
  const index = arrayOf(run.activeId);
  const step = run.sellsX ? -1 : 1;
  while (arrayOf(run.activeId) === index) {
    const stopped = crossBin(run);
    if (stopped) return stopped;
    if (run.left === 0n) return null;
    run.activeId += step;
    if (Math.abs(run.activeId) > MAX_BIN_ID) return refuse('insufficient_liquidity', 'the last bin that can exist');
  }
  return null;
}

function crossBin(run: Run): Refused | null {
  const { state, activeId, sellsX } = run;
  const bin = state.bins.at(activeId, sellsX, state.hasOrders);
  if (bin === null) return null;
  if (isRefused(bin)) return bin;
  run.volatility = accumulated(run.volatility, state.fees, activeId);
  const rate = feeRate(state.fees, run.volatility.accumulator);
  const net = run.feeOnInput ? run.left - feeWithin(run.left, rate) : run.left;
  const filled = fill(bin, net, sellsX, state.hasOrders);
  if (isRefused(filled)) return filled;
  run.changed.set(activeId, filled.bin);
  settle(run, filled, net, rate);
  return null;
}

/** Takes a bin's part off what is left to spend. A bin that is used up takes the fee of what it needed and no more. */
function settle(run: Run, filled: Fill, net: bigint, rate: bigint): void {
  const isEmptied = filled.input < net;
  const ofInput = run.feeOnInput && isEmptied ? feeOnTop(filled.input, rate) : run.left - net;
  const fee = run.feeOnInput ? ofInput : feeWithin(filled.output, rate);
  run.left -= isEmptied ? filled.input + ofInput : run.left;
  run.received += run.feeOnInput ? filled.output : filled.output - fee;
  run.fee += fee;
  run.protocolFee += protocolPart(fee, run.state.fees.protocolShare, filled.liquidityInput, filled.input);
}

/** Only a swap that leaves the active bin counts as an update of the volatility, as seen on the program, release 0.12.0. */
function swapped(run: Run): Swapped {
  const { state, activeId, volatility } = run;
  const updatedAt = activeId === state.activeId ? volatility.updatedAt : state.now;
  const { received, fee, protocolFee, feeOnInput } = run;
  const bins = state.bins.with(run.changed);
  const after = { ...state, activeId, bins, volatility: { ...volatility, updatedAt } };
  return { received, fee, protocolFee, feeOnInput, state: after };
}
