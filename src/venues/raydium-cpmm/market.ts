import { U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import type { CreatorFeeOn, Rates, Two } from './layout.ts';
import { type Swap, swap } from './quote.ts';

/** All that the price of a pool depends on, token 0 first. `mint` is the index of the mint that was asked about. */
export interface State {
  readonly vaults: Two<bigint>;
  readonly owed: Two<bigint>;
  /** With a creator's rate of 0 where the pool has no creator's fee. */
  readonly rates: Rates;
  readonly creatorFeeOn: CreatorFeeOn;
  readonly mint: 0 | 1;
}

/** The market of a pool whose vaults hold more than is owed from them; `insufficient_liquidity` for an empty pool. */
export function marketOf(state: State): Market | Refused {
  const reserves: Two<bigint> = [state.vaults[0] - state.owed[0], state.vaults[1] - state.owed[1]];
  if (reserves[0] <= 0n || reserves[1] <= 0n) {
    return refuse('insufficient_liquidity', 'a vault holds nothing beyond what is owed as fees');
  }
  const other = opposite(state.mint);
  return {
    price: { numerator: reserves[other], denominator: reserves[state.mint] },
    depth: { mint: reserves[state.mint], other: reserves[other] },
    bounds: [],
    quote: (side, amountIn) => quote(state, reserves, side, amountIn),
  };
}

function opposite(index: 0 | 1): 0 | 1 {
  return index === 0 ? 1 : 0;
}

function quote(state: State, reserves: Two<bigint>, side: Side, amountIn: bigint): Quote | Refused {
  const input = side === 'sell' ? state.mint : opposite(state.mint);
  const output = opposite(input);
  const creatorFeeOn = state.creatorFeeOn === 'input' || state.creatorFeeOn === input ? 'input' : 'output';
  const done = swap({ input: reserves[input], output: reserves[output] }, state.rates, creatorFeeOn, amountIn);
  if (isRefused(done)) return done;
  if (state.vaults[input] + amountIn > U64_MAX) return refuse('overflow', 'the vault cannot hold it');
  const after = marketOf(stateAfter(state, done, { input, amountIn, creatorFeeOn }));
  if (isRefused(after)) return after;
  return { spent: amountIn, received: done.received, fees: feesOf(done, creatorFeeOn), after };
}

interface Leg {
  readonly input: 0 | 1;
  readonly amountIn: bigint;
  readonly creatorFeeOn: 'input' | 'output';
}

/** What `update_fees` and the two transfers leave behind. */
function stateAfter(state: State, done: Swap, { input, amountIn, creatorFeeOn }: Leg): State {
  const owedIn = done.protocol + (creatorFeeOn === 'input' ? done.creator : 0n);
  const owedOut = creatorFeeOn === 'output' ? done.creator : 0n;
  const token = (index: 0 | 1) => ({
    vault: state.vaults[index] + (index === input ? amountIn : -done.received),
    owed: state.owed[index] + (index === input ? owedIn : owedOut),
  });
  const [zero, one] = [token(0), token(1)];
  return { ...state, vaults: [zero.vault, one.vault], owed: [zero.owed, one.owed] };
}

function feesOf(done: Swap, creatorFeeOn: 'input' | 'output'): readonly Fee[] {
  const fees: readonly Fee[] = [
    { share: 'lp', of: 'input', amount: done.lp },
    { share: 'protocol', of: 'input', amount: done.protocol },
    { share: 'creator', of: creatorFeeOn, amount: done.creator },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}
