import { U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { SCALE } from './bin-price.ts';
import { referenced } from './fees.ts';
import { type Swapped, stateAfter, swap } from './quote.ts';
import { type SwapState, Way } from './way.ts';

/** Everything that a market of DLMM is, at one moment. */
export interface MarketState {
  readonly swap: SwapState;
  /** True when the mint that was asked about is token X. */
  readonly mintIsX: boolean;
  /** The price of the active bin, in atomic Y for one atomic X (Q64.64), more than 0. */
  readonly price: bigint;
  /** What the vaults hold, and what of it belongs to the protocol: no more than what they hold. */
  readonly vaults: Sides;
  readonly owed: Sides;
  readonly bounds: readonly string[];
}

interface Sides {
  readonly x: bigint;
  readonly y: bigint;
}

/** One direction of a market. */
interface Direction {
  readonly state: MarketState;
  /** Refused where the volatility is more than the program can compute. */
  readonly way: Way | Refused;
  /** What the vault of what goes out can pay, and what 64 bits leave in the other one. */
  readonly payable: bigint;
  readonly room: bigint;
}

/** The market of a state. */
export function marketOf(state: MarketState): Market {
  const { mintIsX, price, vaults, owed } = state;
  const one = 1n << SCALE;
  const [x, y] = [vaults.x - owed.x, vaults.y - owed.y];
  let sells: Direction | null = null;
  let buys: Direction | null = null;
  return {
    price: mintIsX ? { numerator: price, denominator: one } : { numerator: one, denominator: price },
    depth: mintIsX ? { mint: x, other: y } : { mint: y, other: x },
    bounds: state.bounds,
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(state, mintIsX);
        return quote(sells, amountIn);
      }
      buys ??= directionOf(state, !mintIsX);
      return quote(buys, amountIn);
    },
  };
}

function directionOf(state: MarketState, sellsX: boolean): Direction {
  const { swap, vaults, owed } = state;
  const volatility = referenced(swap.volatility, swap.fees, swap.activeId, swap.now);
  const [paid, given] = sellsX ? (['x', 'y'] as const) : (['y', 'x'] as const);
  return {
    state,
    way: isRefused(volatility) ? volatility : new Way(swap, volatility, sellsX),
    payable: vaults[given] - owed[given],
    room: U64_MAX - vaults[paid],
  };
}

function quote({ state, way, payable, room }: Direction, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  if ('refused' in way) return way;
  const swapped = swap(way, amountIn);
  if ('refused' in swapped) return swapped;
  const { received, protocolFee } = swapped.totals;
  if (received === 0n) return refuse('amount_too_small', `nothing for ${amountIn}`);
  const leaves = way.feeOnInput ? received : received + protocolFee;
  if (leaves > payable) return refuse('insufficient_liquidity', 'the vault holds less');
  if (amountIn > room) return refuse('overflow', 'a vault');
  return {
    spent: amountIn,
    received,
    fees() {
      return feesOf(way, swapped);
    },
    afterwards() {
      return marketOf(after(state, way, swapped));
    },
  };
}

function feesOf({ feeOnInput }: Way, { totals }: Swapped): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  return [
    { share: 'lp', of, amount: totals.fee - totals.protocolFee },
    { share: 'protocol', of, amount: totals.protocolFee },
  ];
}

function after(state: MarketState, way: Way, swapped: Swapped): MarketState {
  const { spent, received, protocolFee } = swapped.totals;
  const { vaults, owed } = state;
  const [x, y] = way.sellsX ? [spent, -received] : [-received, spent];
  const feeInX = way.sellsX === way.feeOnInput;
  return {
    ...state,
    swap: stateAfter(way, swapped),
    price: swapped.stop.bin.price,
    vaults: { x: vaults.x + x, y: vaults.y + y },
    owed: { x: owed.x + (feeInX ? protocolFee : 0n), y: owed.y + (feeInX ? 0n : protocolFee) },
  };
}
