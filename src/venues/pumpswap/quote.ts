import { most, U64_MAX } from '../arithmetic.ts';
import type { Market, Quote, Refused, Side } from '../model.ts';
import { chargeOn, feesOf, splitBudget } from '../pump-fees/charge.ts';
import type { FeeConfig, Rates } from '../pump-fees/fee-config.ts';
import { type CreatorTerms, ratesOf, type Trading } from '../pump-fees/rates.ts';
import { isRefused, refuse } from '../refusal.ts';

/** What a trade changes, in atomic units. */
export interface Reserves {
  readonly base: bigint;
  /** What the pool prices with: the real quote plus the boost. */
  readonly effective: bigint;
  /** What the pool owns of the quote: its vault without the fees that wait there. */
  readonly real: bigint;
}

/** What stays the same over trades. `tierSupply` is what the market cap counts. */
export interface Terms extends Omit<Trading, 'marketCap'> {
  readonly config: FeeConfig;
  readonly creator: CreatorTerms;
  readonly tierSupply: bigint;
  readonly buyDisabled: boolean;
  readonly sellDisabled: boolean;
  /** True when the mint that was asked about is the pool's quote mint. */
  readonly reversed: boolean;
  readonly bounds: readonly string[];
}

/** The market of a pool: constant product, priced with the boost and paid without it. */
export function marketOf(reserves: Reserves, terms: Terms): Market {
  const { base, effective, real } = reserves;
  const { reversed } = terms;
  return {
    price: reversed ? { numerator: base, denominator: effective } : { numerator: effective, denominator: base },
    depth: reversed ? { mint: real, other: base } : { mint: base, other: real },
    bounds: terms.bounds,
    quote: (side, amountIn) => quote(reserves, terms, side, amountIn),
  };
}

/** The fee rates of the next trade. They follow from the reserves before it. */
export function poolRates({ base, effective }: Reserves, terms: Terms): Rates | Refused {
  return ratesOf(terms.config, { ...terms, marketCap: (effective * terms.tierSupply) / base }, terms.creator);
}

function quote(reserves: Reserves, terms: Terms, side: Side, amountIn: bigint): Quote | Refused {
  const buysBase = (side === 'buy') !== terms.reversed;
  if (buysBase ? terms.buyDisabled : terms.sellDisabled) return refuse('disabled', 'PumpSwap switched this side off');
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'input');
  const rates = poolRates(reserves, terms);
  if (isRefused(rates)) return rates;
  return buysBase ? buyBase(reserves, terms, rates, amountIn) : sellBase(reserves, terms, rates, amountIn);
}

/**
 * `buy_exact_quote_in`: out = floor(base * (net - 1) / (effective + net - 1)). The fee for the pool stays in its reserves.
 * Source: @pump-fun/pump-swap-sdk 1.20.0 `buy.ts`; which amounts are charged: pump-rust-client 0.4.0 `math/amm.rs`.
 */
function buyBase(reserves: Reserves, terms: Terms, rates: Rates, budget: bigint): Quote | Refused {
  const { net, charge } = splitBudget(budget, rates);
  if (net < 2n) return refuse('amount_too_small', 'the fees take it all');
  const received = (reserves.base * (net - 1n)) / (reserves.effective + net - 1n);
  if (received === 0n) return refuse('amount_too_small', 'less than one unit comes out');
  const kept = net + charge.lp;
  const after: Reserves = {
    base: reserves.base - received,
    effective: reserves.effective + kept,
    real: reserves.real + kept,
  };
  if (after.base === 0n) return refuse('insufficient_liquidity', 'the pool would be empty');
  if (most(after.effective, after.real) > U64_MAX) return refuse('overflow', 'reserves');
  return { spent: net + charge.total, received, fees: feesOf(charge, 'input'), after: marketOf(after, terms) };
}

/**
 * `sell`: gross = floor(effective * amount / (base + amount)), fees off it; what leaves has to be there without the boost
 * (`InsufficientRealQuoteReserves`). Source: @pump-fun/pump-swap-sdk 1.20.0 `sell.ts`.
 */
function sellBase(reserves: Reserves, terms: Terms, rates: Rates, amount: bigint): Quote | Refused {
  const gross = (reserves.effective * amount) / (reserves.base + amount);
  const charge = chargeOn(gross, rates);
  if (charge.total >= gross) return refuse('amount_too_small', 'the fees take it all');
  const leaves = gross - charge.lp;
  if (leaves > reserves.real) return refuse('insufficient_liquidity', 'more quote than the pool really holds');
  const after: Reserves = {
    base: reserves.base + amount,
    effective: reserves.effective - leaves,
    real: reserves.real - leaves,
  };
  if (after.effective === 0n) return refuse('insufficient_liquidity', 'the pool would be empty');
  if (after.base > U64_MAX) return refuse('overflow', 'reserves');
  const fees = feesOf(charge, 'output');
  return { spent: amount, received: gross - charge.total, fees, after: marketOf(after, terms) };
}
