import { U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import type { CreatorFeeOn, Rates, Two } from './layout.ts';
import { type CreatorFeeFrom, type Reserves, type Swap, swap } from './quote.ts';

/** All that the price of a pool depends on, token 0 first. `mint` is the index of the mint that was asked about. */
export interface State {
  readonly vaults: Two<bigint>;
  readonly owed: Two<bigint>;
  /** With a creator's rate of 0 where the pool has no creator's fee. */
  readonly rates: Rates;
  readonly creatorFeeOn: CreatorFeeOn;
  readonly mint: 0 | 1;
}

/** One of the two ways through a pool: what all swaps of the token `input` have in common. */
interface Way {
  readonly input: 0 | 1;
  readonly reserves: Reserves;
  readonly creatorFeeOn: CreatorFeeFrom;
  /** What the vault of the input can still take. */
  readonly room: bigint;
}

/** The market of a pool whose vaults hold more than is owed from them; `insufficient_liquidity` for an empty pool. */
export function marketOf(state: State): Market | Refused {
  const market = marketOn(state);
  const { mint, other } = market.depth;
  return mint > 0n && other > 0n
    ? market
    : refuse('insufficient_liquidity', 'a vault holds nothing beyond what is owed as fees');
}

function marketOn(state: State): Market {
  const mint = state.vaults[state.mint] - state.owed[state.mint];
  const opposite = state.mint === 0 ? 1 : 0;
  const other = state.vaults[opposite] - state.owed[opposite];
  const selling = wayOf(state, state.mint, { input: mint, output: other });
  const buying = wayOf(state, opposite, { input: other, output: mint });
  return {
    price: { numerator: other, denominator: mint },
    depth: { mint, other },
    bounds: [],
    quote: (side, amountIn) => quote(state, side === 'sell' ? selling : buying, amountIn),
  };
}

function wayOf({ creatorFeeOn, vaults }: State, input: 0 | 1, reserves: Reserves): Way {
  const onInput = creatorFeeOn === 'input' || creatorFeeOn === input;
  return { input, reserves, creatorFeeOn: onInput ? 'input' : 'output', room: U64_MAX - vaults[input] };
}

function quote(state: State, way: Way, amountIn: bigint): Quote | Refused {
  const done = swap(way.reserves, state.rates, way.creatorFeeOn, amountIn);
  if (isRefused(done)) return done;
  if (amountIn > way.room) return refuse('overflow', 'the vault cannot hold it');
  return {
    spent: amountIn,
    received: done.received,
    fees() {
      return feesOf(done, way.creatorFeeOn);
    },
    afterwards() {
      return marketOn(stateAfter(state, way, amountIn, done));
    },
  };
}

/**
 * What `update_fees` and the two transfers leave behind. Neither side of it is empty: fees are less than the input, and what
 * is taken from the output is less than what is there.
 */
function stateAfter(state: State, { input, creatorFeeOn }: Way, spent: bigint, done: Swap): State {
  const owedIn = done.protocol + (creatorFeeOn === 'input' ? done.creator : 0n);
  const owedOut = creatorFeeOn === 'output' ? done.creator : 0n;
  const token = (index: 0 | 1) => ({
    vault: state.vaults[index] + (index === input ? spent : -done.received),
    owed: state.owed[index] + (index === input ? owedIn : owedOut),
  });
  const [zero, one] = [token(0), token(1)];
  return { ...state, vaults: [zero.vault, one.vault], owed: [zero.owed, one.owed] };
}

function feesOf(done: Swap, creatorFeeOn: CreatorFeeFrom): readonly Fee[] {
  const fees: readonly Fee[] = [
    { share: 'lp', of: 'input', amount: done.lp },
    { share: 'protocol', of: 'input', amount: done.protocol },
    { share: 'creator', of: creatorFeeOn, amount: done.creator },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}
