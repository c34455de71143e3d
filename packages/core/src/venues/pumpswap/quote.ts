import { larger, U64_MAX } from '../arithmetic.ts';
import type { PumpFeeRates } from '../pump-fees/fee-config.ts';
import { chargeOn, type PumpFeeSchedule, pumpFeeOn, pumpFeesOf, ratesAt, splitBudget } from '../pump-fees/rates.ts';
import type { Market, Quote, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/** The state that a trade changes, in atomic units. */
export interface PumpSwapReserves {
  readonly base: bigint;
  /** The pricing quote of the pool: the real quote plus the boost. */
  readonly effective: bigint;
  /** The pool's own quote: its vault without the fees that wait there. */
  readonly real: bigint;
}

/** The state that trades do not change. `tierSupply` is the supply of the market cap. */
export interface PumpSwapTerms {
  readonly schedule: PumpFeeSchedule;
  readonly tierSupply: bigint;
  readonly buyDisabled: boolean;
  readonly sellDisabled: boolean;
  /** True when the mint that was asked about is the pool's quote mint. */
  readonly reversed: boolean;
  readonly bounds: readonly string[];
}

/** The market of a pool: constant product, priced with the boost and paid without it. */
export function marketOf(reserves: PumpSwapReserves, terms: PumpSwapTerms): Market {
  const { base, effective, real } = reserves;
  const { reversed } = terms;
  const rates = ratesAt(terms.schedule, (effective * terms.tierSupply) / base);
  return {
    price: reversed ? { numerator: base, denominator: effective } : { numerator: effective, denominator: base },
    depth: reversed ? { mint: real, other: base } : { mint: base, other: real },
    constantProduct: true,
    bounds: terms.bounds,
    quote(side, amountIn) {
      const buysBase = (side === 'buy') !== reversed;
      const isOff = buysBase ? terms.buyDisabled : terms.sellDisabled;
      if (isOff) return refuse('disabled', 'PumpSwap switched this side off');
      if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
      if (amountIn > U64_MAX) return refuse('overflow', 'input');
      return buysBase ? buyBase(reserves, terms, rates, amountIn) : sellBase(reserves, terms, rates, amountIn);
    },
  };
}

/**
 * `buy_exact_quote_in`: out = floor(base * (net - 1) / (effective + net - 1)). The fee for the pool stays in its reserves.
 * Source: @pump-fun/pump-swap-sdk 1.20.0 `buy.ts`; which amounts are charged: pump-rust-client 0.4.0 `math/amm.rs`.
 */
function buyBase(
  reserves: PumpSwapReserves,
  terms: PumpSwapTerms,
  rates: PumpFeeRates,
  budget: bigint,
): Quote | Refused {
  const { net, charged } = splitBudget(budget, rates);
  if (net < 2n) return refuse('amount_too_small', 'the fees take it all');
  const received = (reserves.base * (net - 1n)) / (reserves.effective + net - 1n);
  if (received === 0n) return refuse('amount_too_small', 'less than one unit comes out');
  if (received === reserves.base) return refuse('insufficient_liquidity', 'the pool would be empty');
  const kept = net + pumpFeeOn(charged, rates.lp);
  if (larger(reserves.effective, reserves.real) + kept > U64_MAX) return refuse('overflow', 'reserves');
  return {
    spent: net + chargeOn(charged, rates),
    received,
    fees() {
      return pumpFeesOf(charged, rates, 'input');
    },
    afterwards() {
      return marketOf(moved(reserves, -received, kept), terms);
    },
  };
}

/**
 * `sell`: gross = floor(effective * amount / (base + amount)), fees off it; what leaves has to be there without the boost
 * (`InsufficientRealQuoteReserves`). Source: @pump-fun/pump-swap-sdk 1.20.0 `sell.ts`.
 */
function sellBase(
  reserves: PumpSwapReserves,
  terms: PumpSwapTerms,
  rates: PumpFeeRates,
  amount: bigint,
): Quote | Refused {
  const gross = (reserves.effective * amount) / (reserves.base + amount);
  const received = gross - chargeOn(gross, rates);
  if (received <= 0n) return refuse('amount_too_small', 'the fees take it all');
  const leaves = gross - pumpFeeOn(gross, rates.lp);
  if (leaves > reserves.real) return refuse('insufficient_liquidity', 'more quote than the pool really holds');
  if (leaves === reserves.effective) return refuse('insufficient_liquidity', 'the pool would be empty');
  if (reserves.base + amount > U64_MAX) return refuse('overflow', 'reserves');
  return {
    spent: amount,
    received,
    fees() {
      return pumpFeesOf(gross, rates, 'output');
    },
    afterwards() {
      return marketOf(moved(reserves, amount, -leaves), terms);
    },
  };
}

/** The reserves once so much of both went in, or out where it is negative. */
function moved({ base, effective, real }: PumpSwapReserves, ofBase: bigint, ofQuote: bigint): PumpSwapReserves {
  return { base: base + ofBase, effective: effective + ofQuote, real: real + ofQuote };
}
