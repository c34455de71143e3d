import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import { isRefused, type Refused, refuse } from '../venue.ts';
import { BINS, type Bin, type Bins, type Bitmap, binArrayOf, ordersFor, SCALE } from './bins.ts';
import { accumulated, feeOnTop, feeRate, feeWithin, mostFor, protocolPart } from './fees.ts';
import { type DlmmVolatility, type FeeParameters, MAX_BIN_ID } from './layout.ts';

const EMPTY_LAYER: Layer = { input: 0n, output: 0n };

/** The state that a swap depends on, at `now` (Unix seconds). */
export interface SwapState extends Terrain {
  readonly fees: FeeParameters;
  readonly now: bigint;
  readonly volatility: DlmmVolatility;
}

/** The input and output of a swap so far. `fee` is a part of the input or was taken from the output, `protocolFee` a part of it. */
export interface Totals {
  readonly spent: bigint;
  readonly received: bigint;
  readonly fee: bigint;
  readonly protocolFee: bigint;
}

/** A bin that a swap comes to. */
export interface BinStop extends Visit {
  /** The one before it, and the sums up to it. */
  readonly previous: BinStop | null;
  readonly before: Totals;
  /** The volatility that the swap caused by coming here, and the fee that follows from it, in parts of 1e9. */
  readonly accumulator: bigint;
  readonly rate: bigint;
  /** All that the bin takes and gives; refused where that is more than the program can compute. */
  readonly whole: Fill | Refused;
  /** The largest input of a swap that ends here. */
  readonly reach: bigint;
}

/** More than any bin takes. */
const EVERYTHING = 1n << 80n;
const NOTHING: Totals = { spent: 0n, received: 0n, fee: 0n, protocolFee: 0n };

/**
 * The path of swaps of X or of Y through the bins, beginning with this volatility (MeteoraAg/dlmm-sdk, `commons/src/quote.rs`): each bin
 * at the fee of the volatility that the swap has caused by reaching it. A bin's total input and its fee are the same for swaps of any
 * size: they are computed at the first visit, and kept.
 */
export class BinTraversal {
  readonly state: SwapState;
  readonly volatility: DlmmVolatility;
  readonly sellsX: boolean;
  readonly feeOnInput: boolean;
  readonly #visits: Generator<Visit, Refused, void>;
  readonly #stops: BinStop[] = [];
  #end: Refused | null = null;

  constructor(state: SwapState, volatility: DlmmVolatility, sellsX: boolean) {
    this.state = state;
    this.volatility = volatility;
    this.sellsX = sellsX;
    this.feeOnInput = !(state.fees.onlyY && sellsX);
    this.#visits = visits(state, sellsX);
  }

  /** The stop at which a swap of `amountIn` ends; refused where the bins end before. */
  stopOf(amountIn: bigint): BinStop | Refused {
    let last = this.#stops.at(-1);
    while (!last || last.reach < amountIn) {
      const next = this.#next(last ?? null);
      if (isRefused(next)) return next;
      this.#stops.push(next);
      last = next;
    }
    return this.#firstThatReaches(amountIn) ?? last;
  }

  /** The input and output when a bin was filled this far, at this fee. */
  totals(before: Totals, { input, output, liquidity }: Fill, fee: bigint): Totals {
    const { feeOnInput } = this;
    return {
      spent: before.spent + input + (feeOnInput ? fee : 0n),
      received: before.received + output - (feeOnInput ? 0n : fee),
      fee: before.fee + fee,
      protocolFee: before.protocolFee + protocolPart(fee, this.state.fees.protocolShare, liquidity.input, input),
    };
  }

  #firstThatReaches(amountIn: bigint): BinStop | undefined {
    let [low, high] = [0, this.#stops.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const stop = this.#stops[middle];
      if (stop && stop.reach < amountIn) low = middle + 1;
      else high = middle;
    }
    return this.#stops[low];
  }

  #next(previous: BinStop | null): BinStop | Refused {
    if (this.#end) return this.#end;
    const { done, value } = this.#visits.next();
    if (done) {
      this.#end = value;
      return value;
    }
    const { state, volatility, sellsX, feeOnInput } = this;
    const { id, bin } = value;
    const accumulator = accumulated(volatility, state.fees, id);
    const rate = feeRate(state.fees, accumulator);
    const before = previous ? this.#behind(previous) : NOTHING;
    const whole = fillBin(bin, EVERYTHING, sellsX, state.hasOrders);
    const most = isRefused(whole) ? U64_MAX : feeOnInput ? mostFor(whole.input, rate) : whole.input;
    return { id, bin, previous, before, accumulator, rate, whole, reach: before.spent + most };
  }

  /** The input and output when a swap left a bin: a used-up bin takes the fee of the needed input only. */
  #behind({ before, whole, rate }: BinStop): Totals {
    if (isRefused(whole)) return before;
    return this.totals(before, whole, this.feeOnInput ? feeOnTop(whole.input, rate) : feeWithin(whole.output, rate));
  }
}

/** Where swaps go. */
interface Terrain {
  readonly activeId: number;
  readonly bins: Bins;
  readonly bitmap: Bitmap;
  readonly hasOrders: boolean;
}

/** A bin with something to take. */
interface Visit {
  readonly id: number;
  readonly bin: Bin;
}

/**
 * The bins with something to take, in the order in which a swap of X or of Y comes to them: from bin array to bin array that
 * exists, bin by bin. Returns why there are no more.
 */
function* visits(terrain: Terrain, sellsX: boolean): Generator<Visit, Refused, void> {
  let id = terrain.activeId;
  for (;;) {
    const entered = entrance(terrain, id, sellsX);
    if (typeof entered !== 'number') return entered;
    const left = yield* crossed(terrain, entered, sellsX);
    if (typeof left !== 'number') return left;
    id = left;
  }
}

/** The next bin of a swap: in the array in which it stands, else the nearest bin of the next existing one. */
function entrance({ bins, bitmap }: Terrain, id: number, sellsX: boolean): number | Refused {
  const here = binArrayOf(id);
  const index = bitmap.next(here, sellsX);
  if (index === null) return refuse('insufficient_liquidity', 'no further bin array exists');
  if (!bins.wasRead(index)) return refuse('not_read', `bin array ${index}`);
  return index === here ? id : index * BINS + (sellsX ? BINS - 1 : 0);
}

/** The bins from `id` to the end of their array. Returns the bin behind it. */
function* crossed(terrain: Terrain, from: number, sellsX: boolean): Generator<Visit, number | Refused, void> {
  const { bins, hasOrders } = terrain;
  let id = from;
  while (binArrayOf(id) === binArrayOf(from)) {
    const bin = bins.at(id, sellsX, hasOrders);
    if (bin !== null && isRefused(bin)) return bin;
    if (bin !== null) yield { id, bin };
    id += sellsX ? -1 : 1;
    if (Math.abs(id) > MAX_BIN_ID) return refuse('insufficient_liquidity', 'the last bin that can exist');
  }
  return id;
}

/** A swap: the bin in which it ends, that bin's input and output, and the totals. */
export interface DlmmSwap {
  readonly stop: BinStop;
  readonly last: Fill;
  readonly totals: Totals;
}

/** The swap of exactly `amountIn` of X or Y, as the program walks it. */
export function swap(traversal: BinTraversal, amountIn: bigint): DlmmSwap | Refused {
  const stop = traversal.stopOf(amountIn);
  if ('refused' in stop) return stop;
  const { bin, before, rate } = stop;
  const left = amountIn - before.spent;
  const inputFee = traversal.feeOnInput ? feeWithin(left, rate) : 0n;
  const last = fillBin(bin, left - inputFee, traversal.sellsX, traversal.state.hasOrders);
  if ('refused' in last) return last;
  const totals = traversal.totals(before, last, traversal.feeOnInput ? inputFee : feeWithin(last.output, rate));
  return totals.received > U64_MAX ? refuse('overflow', 'output') : { stop, last, totals };
}

/** The state after a swap. */
export function stateAfter({ state, volatility, sellsX }: BinTraversal, { stop, last }: DlmmSwap): SwapState {
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

/** A part of a bin's amount, with its input and output. */
interface Layer {
  readonly input: bigint;
  readonly output: bigint;
}

/** A bin's input of an amount and its output: in all, and the parts of its liquidity, begun orders and open ones. */
interface Fill extends Layer {
  readonly liquidity: Layer;
  readonly begun: Layer;
  readonly open: Layer;
}

/**
 * Fills a bin with `amount` of X or Y, fee excluded: first its liquidity, then the orders that were begun, then those that
 * are open (MeteoraAg/dlmm-sdk, `commons/src/quote.rs`).
 */
function fillBin(bin: Bin, amount: bigint, sellsX: boolean, hasOrders: boolean): Fill | Refused {
  const liquidity = fillLayer(bin.price, amount, sellsX ? bin.y : bin.x, sellsX);
  if ('refused' in liquidity) return liquidity;
  const { input, output } = liquidity;
  if ((sellsX ? bin.x : bin.y) + input > U64_MAX) return refuse('overflow', 'a bin holds more than 64 bits');
  return hasOrders && input < amount
    ? fillOrders(bin, liquidity, amount, sellsX)
    : { input, output, liquidity, begun: EMPTY_LAYER, open: EMPTY_LAYER };
}

function fillOrders(bin: Bin, liquidity: Layer, amount: bigint, sellsX: boolean): Fill | Refused {
  const orders = ordersFor(bin, sellsX);
  const begun = fillLayer(bin.price, amount - liquidity.input, orders.begun, sellsX);
  if ('refused' in begun) return begun;
  const open = fillLayer(bin.price, amount - liquidity.input - begun.input, orders.open, sellsX);
  if ('refused' in open) return open;
  return {
    input: liquidity.input + begun.input + open.input,
    output: liquidity.output + begun.output + open.output,
    liquidity,
    begun,
    open,
  };
}

/** `available` is what the layer could give. */
function fillLayer(price: bigint, amount: bigint, available: bigint, sellsX: boolean): Layer | Refused {
  if (available === 0n || amount === 0n) return EMPTY_LAYER;
  const whole = sellsX ? ceilDiv(available << SCALE, price) : ceilDiv(available * price, 1n << SCALE);
  if (whole > U64_MAX) return refuse('overflow', 'what a bin asks for takes more than 64 bits');
  if (amount >= whole) return { input: whole, output: available };
  return { input: amount, output: sellsX ? (amount * price) >> SCALE : (amount << SCALE) / price };
}

/**
 * The bin after a fill, as seen on the program itself, release 0.12.0: input stays in the bin for its liquidity only, and
 * orders become begun ones when a swap reaches them.
 */
function filled(bin: Bin, { liquidity, begun, open }: Fill, sellsX: boolean): Bin {
  const [x, y] = sellsX ? [liquidity.input, -liquidity.output] : [-liquidity.output, liquidity.input];
  const left = bin.begun - begun.output;
  const opened = open.input > 0n ? { begun: left + bin.open - open.output, open: 0n } : { begun: left, open: bin.open };
  return { ...bin, ...opened, x: bin.x + x, y: bin.y + y };
}
