import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { SCALE } from './bin-price.ts';
import { type Bin, ordersFor } from './bins.ts';

/** What a bin takes of an amount. `liquidityInput` is the part of `input` that its liquidity took, the rest went to orders. */
export interface Fill {
  readonly input: bigint;
  readonly liquidityInput: bigint;
  readonly output: bigint;
  readonly bin: Bin;
}

interface Layer {
  readonly input: bigint;
  readonly output: bigint;
}

/**
 * Fills a bin with `amount` of X or Y, fee excluded: first its liquidity, then the orders that were begun, then those that
 * are open (MeteoraAg/dlmm-sdk, `commons/src/quote.rs`). What is left of `bin` was seen on the program itself, release
 * 0.12.0: input stays in the bin for its liquidity only, and orders become begun ones when a swap reaches them.
 */
export function fill(bin: Bin, amount: bigint, sellsX: boolean, hasOrders: boolean): Fill | Refused {
  const liquidity = fillLayer(bin.price, amount, sellsX ? bin.y : bin.x, sellsX);
  if (isRefused(liquidity)) return liquidity;
  const moved = sellsX
    ? { ...bin, x: bin.x + liquidity.input, y: bin.y - liquidity.output }
    : { ...bin, x: bin.x - liquidity.output, y: bin.y + liquidity.input };
  if (moved.x > U64_MAX || moved.y > U64_MAX) return refuse('overflow', 'a bin holds more than 64 bits');
  const taken = { ...liquidity, liquidityInput: liquidity.input, bin: moved };
  return hasOrders && liquidity.input < amount ? fillOrders(taken, amount, sellsX) : taken;
}

function fillOrders(taken: Fill, amount: bigint, sellsX: boolean): Fill | Refused {
  const { bin } = taken;
  const orders = ordersFor(bin, sellsX);
  const begun = fillLayer(bin.price, amount - taken.input, orders.begun, sellsX);
  if (isRefused(begun)) return begun;
  const input = taken.input + begun.input;
  const open = fillLayer(bin.price, amount - input, orders.open, sellsX);
  if (isRefused(open)) return open;
  const left = { begun: bin.begun - begun.output, open: bin.open };
  const isOpened = open.input > 0n;
  return {
    input: input + open.input,
    liquidityInput: taken.liquidityInput,
    output: taken.output + begun.output + open.output,
    bin: { ...bin, ...(isOpened ? { begun: left.begun + left.open - open.output, open: 0n } : left) },
  };
}

/** `held` is what the layer could give. */
function fillLayer(price: bigint, amount: bigint, held: bigint, sellsX: boolean): Layer | Refused {
  if (held === 0n || amount === 0n) return { input: 0n, output: 0n };
  const whole = sellsX ? ceilDiv(held << SCALE, price) : ceilDiv(held * price, 1n << SCALE);
  if (whole > U64_MAX) return refuse('overflow', 'what a bin asks for takes more than 64 bits');
  if (amount >= whole) return { input: whole, output: held };
  return { input: amount, output: sellsX ? (amount * price) >> SCALE : (amount << SCALE) / price };
}
