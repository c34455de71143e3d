import { U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { SCALE } from './bin-price.ts';
import { type Swapped, type SwapState, swap } from './quote.ts';

/** Everything that a market of DLMM is, at one moment. */
export interface MarketState {
  readonly swap: SwapState;
  /** True when the mint that was asked about is token X. */
  readonly mintIsX: boolean;
  /** The price of the active bin, in atomic Y for one atomic X (Q64.64), more than 0. */
  readonly price: bigint;
  /** What the vaults hold, and what of it belongs to the protocol. */
  readonly vaults: Sides;
  readonly owed: Sides;
  readonly bounds: readonly string[];
}

interface Sides {
  readonly x: bigint;
  readonly y: bigint;
}

/** The market of a state. */
export function marketOf(state: MarketState): Market {
  const { mintIsX, price, vaults, owed } = state;
  const one = 1n << SCALE;
  const [x, y] = [vaults.x - owed.x, vaults.y - owed.y];
  return {
    price: mintIsX ? { numerator: price, denominator: one } : { numerator: one, denominator: price },
    depth: mintIsX ? { mint: x, other: y } : { mint: y, other: x },
    bounds: state.bounds,
    quote: (side, amountIn) => quote(state, side, amountIn),
  };
}

function quote(state: MarketState, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  const sellsX = (side === 'sell') === state.mintIsX;
  const swapped = swap(state.swap, sellsX, amountIn);
  if (isRefused(swapped)) return swapped;
  if (swapped.received === 0n) return refuse('amount_too_small', `nothing for ${amountIn}`);
  const after = stateAfter(state, swapped, sellsX, amountIn);
  if (isRefused(after)) return after;
  return { spent: amountIn, received: swapped.received, fees: feesOf(swapped), after: marketOf(after) };
}

function feesOf({ fee, protocolFee, feeOnInput }: Swapped): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  return [
    { share: 'lp', of, amount: fee - protocolFee },
    { share: 'protocol', of, amount: protocolFee },
  ];
}

function stateAfter(state: MarketState, swapped: Swapped, sellsX: boolean, spent: bigint): MarketState | Refused {
  const { received, protocolFee, feeOnInput } = swapped;
  const moved = sellsX ? { x: spent, y: -received } : { x: -received, y: spent };
  const vaults = { x: state.vaults.x + moved.x, y: state.vaults.y + moved.y };
  const feeInX = sellsX === feeOnInput;
  const owed = { x: state.owed.x + (feeInX ? protocolFee : 0n), y: state.owed.y + (feeInX ? 0n : protocolFee) };
  if (vaults.x < owed.x || vaults.y < owed.y) return refuse('insufficient_liquidity', 'the vault holds less');
  if ([vaults.x, vaults.y, owed.x, owed.y].some((amount) => amount > U64_MAX)) return refuse('overflow', 'a vault');
  const price = swapped.state.bins.price(swapped.state.activeId);
  if (price === null) return refuse('overflow', `price of bin ${swapped.state.activeId}`);
  return { ...state, swap: swapped.state, price, vaults, owed };
}
