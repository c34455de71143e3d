import { most, U64_MAX } from '../arithmetic.ts';
import type { Market, Quote, Refused, Side } from '../model.ts';
import { chargeOn, feesOf, splitBudget } from '../pump-fees/charge.ts';
import type { FeeConfig, Rates } from '../pump-fees/fee-config.ts';
import { type CreatorTerms, ratesOf } from '../pump-fees/rates.ts';
import { isRefused, refuse } from '../refusal.ts';
import type { Curve } from './layout.ts';

/** What a trade changes. */
type Reserves = Pick<Curve, 'virtualMint' | 'virtualQuote' | 'realMint' | 'realQuote' | 'complete'>;

/** What stays the same over trades: how the fee is found. `tierSupply` is what the market cap counts. */
export interface Terms {
  readonly config: FeeConfig;
  readonly creator: CreatorTerms;
  readonly quoteMint: Parameters<typeof ratesOf>[1]['quoteMint'];
  readonly tierSupply: bigint;
  readonly bounds: readonly string[];
}

/** The market of a curve: constant product on virtual reserves, paid from the real ones. */
export function marketOf(reserves: Reserves, terms: Terms): Market {
  return {
    price: { numerator: reserves.virtualQuote, denominator: reserves.virtualMint },
    depth: { mint: reserves.realMint, other: reserves.realQuote },
    bounds: terms.bounds,
    quote: (side, amountIn) => quote(reserves, terms, side, amountIn),
  };
}

/** The fee rates of the next trade. They follow from the reserves before it. */
export function curveRates(reserves: Reserves, terms: Terms): Rates | Refused {
  const marketCap = (reserves.virtualQuote * terms.tierSupply) / reserves.virtualMint;
  const rates = ratesOf(terms.config, { canonical: true, quoteMint: terms.quoteMint, marketCap }, terms.creator);
  // A curve has no liquidity providers; the program does not read their rate.
  return isRefused(rates) ? rates : { ...rates, lp: 0n };
}

function quote(reserves: Reserves, terms: Terms, side: Side, amountIn: bigint): Quote | Refused {
  if (reserves.complete) return refuse('completed', 'the curve sold all it had');
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'input');
  const rates = curveRates(reserves, terms);
  if (isRefused(rates)) return rates;
  return side === 'buy' ? buy(reserves, terms, rates, amountIn) : sell(reserves, terms, rates, amountIn);
}

/**
 * `buy_exact_sol_in` and its successors: out = floor((net - 1) * vt / (vq + net - 1)). Source: the program's own words in
 * pump-public-docs `idl/pump.json`; that all of `net` enters the reserves: recorded trade events. A buy of more than is left
 * is refused: only some instructions fill it, from the pool that does not exist yet, and nothing can be sold back then.
 */
function buy(reserves: Reserves, terms: Terms, rates: Rates, budget: bigint): Quote | Refused {
  const { net, charge } = splitBudget(budget, rates);
  if (net < 2n) return refuse('amount_too_small', 'the fees take it all');
  const received = ((net - 1n) * reserves.virtualMint) / (reserves.virtualQuote + net - 1n);
  if (received === 0n) return refuse('amount_too_small', 'less than one unit comes out');
  if (received > reserves.realMint) return refuse('insufficient_liquidity', 'more than the curve has left');
  const after: Reserves = {
    virtualMint: reserves.virtualMint - received,
    virtualQuote: reserves.virtualQuote + net,
    realMint: reserves.realMint - received,
    realQuote: reserves.realQuote + net,
    complete: received === reserves.realMint,
  };
  if (most(after.virtualQuote, after.realQuote) > U64_MAX) return refuse('overflow', 'reserves');
  return { spent: net + charge.total, received, fees: feesOf(charge, 'input'), after: marketOf(after, terms) };
}

/**
 * `sell`: gross = floor(vq * amount / (vt + amount)), fees off it. Source: simulated trades of the deployed program; the
 * formula as in @pump-fun/pump-sdk 2.0.0 `bondingCurve.ts`.
 */
function sell(reserves: Reserves, terms: Terms, rates: Rates, amount: bigint): Quote | Refused {
  const gross = (reserves.virtualQuote * amount) / (reserves.virtualMint + amount);
  if (gross > reserves.realQuote) return refuse('insufficient_liquidity', 'more than was paid in');
  const charge = chargeOn(gross, rates);
  if (charge.total >= gross) return refuse('amount_too_small', 'the fees take it all');
  const after: Reserves = {
    virtualMint: reserves.virtualMint + amount,
    virtualQuote: reserves.virtualQuote - gross,
    realMint: reserves.realMint + amount,
    realQuote: reserves.realQuote - gross,
    complete: false,
  };
  if (most(after.virtualMint, after.realMint) > U64_MAX) return refuse('overflow', 'reserves');
  const fees = feesOf(charge, 'output');
  return { spent: amount, received: gross - charge.total, fees, after: marketOf(after, terms) };
}
