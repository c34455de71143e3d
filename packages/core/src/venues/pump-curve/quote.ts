import { larger, U64_MAX } from '../arithmetic.ts';
import type { PumpFeeRates } from '../pump-fees/fee-config.ts';
import { chargeOn, type PumpFeeSchedule, pumpFeesOf, ratesAt, splitBudget } from '../pump-fees/rates.ts';
import type { Market, Quote, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import type { BondingCurve } from './layout.ts';

/** The state that a trade changes. */
type Reserves = Pick<BondingCurve, 'virtualMint' | 'virtualQuote' | 'realMint' | 'realQuote' | 'complete'>;

/** The state that trades do not change, which determines the fee. `tierSupply` is the supply of the market cap. */
export interface PumpCurveTerms {
  readonly schedule: PumpFeeSchedule;
  readonly tierSupply: bigint;
  readonly bounds: readonly string[];
}

/** A curve between two trades. */
interface State {
  readonly reserves: Reserves;
  readonly terms: PumpCurveTerms;
  /** Of the next trade: they follow from the reserves before it. */
  readonly rates: PumpFeeRates;
  /** The room of either reserve before it leaves 64 bits. */
  readonly room: { readonly mint: bigint; readonly quote: bigint };
}

/** The market of a curve: constant product on virtual reserves, paid from the real ones. */
export function marketOf(reserves: Reserves, terms: PumpCurveTerms): Market {
  const { virtualMint, virtualQuote, realMint, realQuote, complete } = reserves;
  const marketCap = (virtualQuote * terms.tierSupply) / virtualMint;
  const state: State = {
    reserves,
    terms,
    // A curve has no liquidity providers; the program does not read their rate.
    rates: { ...ratesAt(terms.schedule, marketCap), lp: 0n },
    room: { mint: U64_MAX - larger(virtualMint, realMint), quote: U64_MAX - larger(virtualQuote, realQuote) },
  };
  return {
    price: { numerator: virtualQuote, denominator: virtualMint },
    depth: { mint: realMint, other: realQuote },
    constantProduct: true,
    bounds: terms.bounds,
    quote(side, amountIn) {
      if (complete) return refuse('completed', 'the curve sold all it had');
      if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
      if (amountIn > U64_MAX) return refuse('overflow', 'input');
      return side === 'buy' ? buy(state, amountIn) : sell(state, amountIn);
    },
  };
}

/**
 * `buy_exact_sol_in` and its successors: out = floor((net - 1) * vt / (vq + net - 1)). Source: the program's own words in
 * pump-public-docs `idl/pump.json`; that all of `net` enters the reserves: recorded trade events. A buy of more than is left
 * is refused: only some instructions fill it, from the pool that does not exist yet, and nothing can be sold back then.
 */
function buy(state: State, budget: bigint): Quote | Refused {
  const { reserves, terms, rates, room } = state;
  const { net, charged } = splitBudget(budget, rates);
  if (net < 2n) return refuse('amount_too_small', 'the fees take it all');
  const received = ((net - 1n) * reserves.virtualMint) / (reserves.virtualQuote + net - 1n);
  if (received === 0n) return refuse('amount_too_small', 'less than one unit comes out');
  if (received > reserves.realMint) return refuse('insufficient_liquidity', 'more than the curve has left');
  if (net > room.quote) return refuse('overflow', 'reserves');
  return {
    spent: net + chargeOn(charged, rates),
    received,
    fees() {
      return pumpFeesOf(charged, rates, 'input');
    },
    afterwards() {
      return marketOf(moved(reserves, -received, net), terms);
    },
  };
}

/**
 * `sell`: gross = floor(vq * amount / (vt + amount)), fees off it. Source: simulated trades of the deployed program; the
 * formula as in @pump-fun/pump-sdk 2.0.0 `bondingCurve.ts`.
 */
function sell(state: State, amount: bigint): Quote | Refused {
  const { reserves, terms, rates, room } = state;
  const gross = (reserves.virtualQuote * amount) / (reserves.virtualMint + amount);
  if (gross > reserves.realQuote) {
    return refuse('insufficient_liquidity', 'the curve holds less than the sale would bring');
  }
  const received = gross - chargeOn(gross, rates);
  if (received <= 0n) return refuse('amount_too_small', 'the fees take it all');
  if (amount > room.mint) return refuse('overflow', 'reserves');
  return {
    spent: amount,
    received,
    fees() {
      return pumpFeesOf(gross, rates, 'output');
    },
    afterwards() {
      return marketOf(moved(reserves, amount, -gross), terms);
    },
  };
}

/** The reserves once so much of both went in, or out where it is negative. A curve that sold its last token is complete. */
function moved({ virtualMint, virtualQuote, realMint, realQuote }: Reserves, mint: bigint, quote: bigint): Reserves {
  return {
    virtualMint: virtualMint + mint,
    virtualQuote: virtualQuote + quote,
    realMint: realMint + mint,
    realQuote: realQuote + quote,
    complete: realMint + mint === 0n,
  };
}
