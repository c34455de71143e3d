import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { type Bin, ordersFor, SCALE } from './bins.ts';

/** A part of what a bin holds, and what it takes and gives. */
interface Layer {
  readonly input: bigint;
  readonly output: bigint;
}

/** What a bin takes of an amount and gives for it: in all, and of that its liquidity, orders that were begun and open ones. */
export interface Fill extends Layer {
  readonly liquidity: Layer;
  readonly begun: Layer;
  readonly open: Layer;
}

const EMPTY_LAYER: Layer = { input: 0n, output: 0n };

/**
 * Fills a bin with `amount` of X or Y, fee excluded: first its liquidity, then the orders that were begun, then those that
 * are open (MeteoraAg/dlmm-sdk, `commons/src/quote.rs`).
 */
export function fillBin(bin: Bin, amount: bigint, sellsX: boolean, hasOrders: boolean): Fill | Refused {
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
export function filled(bin: Bin, { liquidity, begun, open }: Fill, sellsX: boolean): Bin {
  const [x, y] = sellsX ? [liquidity.input, -liquidity.output] : [-liquidity.output, liquidity.input];
  const left = bin.begun - begun.output;
  const opened = open.input > 0n ? { begun: left + bin.open - open.output, open: 0n } : { begun: left, open: bin.open };
  return { ...bin, ...opened, x: bin.x + x, y: bin.y + y };
}
