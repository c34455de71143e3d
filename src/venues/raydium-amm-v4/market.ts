import { U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type Swap, swap } from './quote.ts';

/** One side of the market: the balance of its vault, and what of it belongs to the protocol. */
export interface Holding {
  readonly vault: bigint;
  readonly owed: bigint;
}

/** All that the price of a pool depends on. */
export interface State {
  readonly mint: Holding;
  readonly other: Holding;
  readonly fee: { readonly numerator: bigint; readonly denominator: bigint };
  readonly bounds: readonly string[];
}

/** The market of a pool whose vaults hold more than is owed from them; `insufficient_liquidity` for an empty pool. */
export function marketOf(state: State): Market | Refused {
  const market = marketOn(state);
  const { mint, other } = market.depth;
  return mint > 0n && other > 0n
    ? market
    : refuse('insufficient_liquidity', 'a vault holds nothing beyond what is owed to the protocol');
}

function marketOn(state: State): Market {
  const mint = reserve(state.mint);
  const other = reserve(state.other);
  const selling = { input: mint, output: other };
  const buying = { input: other, output: mint };
  return {
    price: { numerator: other, denominator: mint },
    depth: { mint, other },
    bounds: state.bounds,
    quote(side, amountIn) {
      const done = swap(side === 'sell' ? selling : buying, state.fee, amountIn);
      return isRefused(done) ? done : quoteOf(state, side, amountIn, done);
    },
  };
}

function reserve({ vault, owed }: Holding): bigint {
  return vault - owed;
}

function quoteOf(state: State, side: Side, spent: bigint, done: Swap): Quote | Refused {
  const { vault } = side === 'sell' ? state.mint : state.other;
  if (vault + spent > U64_MAX) return refuse('overflow', 'the vault cannot hold it');
  const { received, net } = done;
  return {
    spent,
    received,
    fees() {
      return feesOf(spent - net);
    },
    afterwards() {
      return marketOn(stateAfter(state, side, spent, received));
    },
  };
}

function feesOf(fee: bigint): readonly Fee[] {
  return fee > 0n ? [{ share: 'lp', of: 'input', amount: fee }] : [];
}

/** Neither side of it is empty: one has gained, the other pays less than it has. */
function stateAfter(state: State, side: Side, spent: bigint, received: bigint): State {
  const moved = ({ vault, owed }: Holding, change: bigint): Holding => ({ vault: vault + change, owed });
  const selling = side === 'sell';
  return {
    ...state,
    mint: moved(state.mint, selling ? spent : -received),
    other: moved(state.other, selling ? -received : spent),
  };
}
