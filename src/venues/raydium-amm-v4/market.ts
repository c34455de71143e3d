import { U64_MAX } from '../arithmetic.ts';
import type { Market, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { swap } from './quote.ts';

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
  const [mint, other] = [reserve(state.mint), reserve(state.other)];
  if (mint <= 0n || other <= 0n) {
    return refuse('insufficient_liquidity', 'a vault holds nothing beyond what is owed to the protocol');
  }
  return {
    price: { numerator: other, denominator: mint },
    depth: { mint, other },
    bounds: state.bounds,
    quote: (side, amountIn) => quote(state, side, amountIn),
  };
}

function reserve({ vault, owed }: Holding): bigint {
  return vault - owed;
}

function quote(state: State, side: Side, amountIn: bigint): Quote | Refused {
  const [input, output] = side === 'buy' ? [state.other, state.mint] : [state.mint, state.other];
  const done = swap({ input: reserve(input), output: reserve(output) }, state.fee, amountIn);
  if (isRefused(done)) return done;
  if (input.vault + amountIn > U64_MAX) return refuse('overflow', 'the vault cannot hold it');
  const paid = { ...input, vault: input.vault + amountIn };
  const drawn = { ...output, vault: output.vault - done.received };
  const after = marketOf({
    ...state,
    mint: side === 'buy' ? drawn : paid,
    other: side === 'buy' ? paid : drawn,
  });
  if (isRefused(after)) return after;
  const fees = done.fee > 0n ? [{ share: 'lp', of: 'input', amount: done.fee } as const] : [];
  return { spent: amountIn, received: done.received, fees, after };
}
