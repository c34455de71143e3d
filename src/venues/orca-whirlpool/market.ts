import { most, U64_MAX } from '../arithmetic.ts';
import type { Market, Price, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type PoolState, type Swapped, swap } from './quote.ts';

/** Amounts of the two sides, in atomic units. */
interface Amounts {
  readonly a: bigint;
  readonly b: bigint;
}

/** A Whirlpool at one moment. `vaults` is all that lies there, `owed` what of it is the protocol's. */
export interface MarketState {
  readonly pool: PoolState;
  readonly vaults: Amounts;
  readonly owed: Amounts;
  readonly isMintA: boolean;
}

/** The market of a state. */
export function market(state: MarketState): Market {
  const { vaults, owed, isMintA } = state;
  const a = most(vaults.a - owed.a, 0n);
  const b = most(vaults.b - owed.b, 0n);
  return {
    price: priceOf(state),
    depth: isMintA ? { mint: a, other: b } : { mint: b, other: a },
    bounds: [],
    quote: (side, amountIn) => quote(state, side, amountIn),
  };
}

/** The square of the square-root price is token B for one of token A. */
function priceOf({ pool, isMintA }: MarketState): Price {
  const [square, one] = [pool.sqrtPrice * pool.sqrtPrice, 1n << 128n];
  return isMintA ? { numerator: square, denominator: one } : { numerator: one, denominator: square };
}

function quote(state: MarketState, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'the input exceeds 64 bits');
  const zeroForOne = (side === 'sell') === state.isMintA;
  const swapped = swap(state.pool, amountIn, zeroForOne);
  if (isRefused(swapped)) return swapped;
  const { received, fee, protocolFee } = swapped;
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  if (received > (zeroForOne ? state.vaults.b : state.vaults.a)) {
    return refuse('insufficient_liquidity', 'the vault holds less than the ticks say');
  }
  return {
    spent: amountIn,
    received,
    fees() {
      return [
        { share: 'lp', of: 'input', amount: fee - protocolFee },
        { share: 'protocol', of: 'input', amount: protocolFee },
      ];
    },
    afterwards() {
      return market(stateAfter(state, swapped, amountIn, zeroForOne));
    },
  };
}

function stateAfter(state: MarketState, swapped: Swapped, spent: bigint, zeroForOne: boolean): MarketState {
  const { vaults, owed } = state;
  const { received, protocolFee } = swapped;
  return {
    ...state,
    pool: swapped.afterwards(),
    vaults: zeroForOne
      ? { a: vaults.a + spent, b: vaults.b - received }
      : { a: vaults.a - received, b: vaults.b + spent },
    owed: zeroForOne ? { ...owed, a: owed.a + protocolFee } : { ...owed, b: owed.b + protocolFee },
  };
}
