import type { Market, Quote, RefusalCode, Refused, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';

/**
 * A refusal that larger amounts meet as well: they take all that the smaller one took, and find nothing further either. A fee that grows
 * with the amount is rounded, so that a unit more may leave less to trade with; twice as much never does.
 */
const lasting: readonly RefusalCode[] = ['insufficient_liquidity', 'not_read'];
const BEYOND = 2n;

/**
 * The same market, which computes each quote once, and none beyond an amount that is already too large. The details of a quote, and the
 * market after it, are computed anew, so that of the many compared quotes only two amounts are kept.
 */
export function remembering(market: Market): Market {
  const sides = { buy: rememberedSide(market, 'buy'), sell: rememberedSide(market, 'sell') };
  return { ...market, quote: (side, amountIn) => sides[side](amountIn) };
}

function rememberedSide(market: Market, side: Side): (amountIn: bigint) => Quote | Refused {
  const made = new Map<bigint, Quote | Refused>();
  let tooLarge: { readonly amount: bigint; readonly why: Refused } | null = null;
  return (amountIn) => {
    if (tooLarge && amountIn >= tooLarge.amount * BEYOND) return tooLarge.why;
    const before = made.get(amountIn);
    if (before) return before;
    const quote = brief(market, side, amountIn);
    made.set(amountIn, quote);
    const isLeast = tooLarge === null || amountIn < tooLarge.amount;
    if (isLeast && isRefused(quote) && lasting.includes(quote.refused)) tooLarge = { amount: amountIn, why: quote };
    return quote;
  };
}

function brief(market: Market, side: Side, amountIn: bigint): Quote | Refused {
  const quote = market.quote(side, amountIn);
  if (isRefused(quote)) return quote;
  const again = (): Quote => {
    const same = market.quote(side, amountIn);
    if (isRefused(same)) throw new Error(`a market that gave ${quote.received} now says ${same.detail}`);
    return same;
  };
  return {
    spent: quote.spent,
    received: quote.received,
    fees: () => again().fees(),
    afterwards: () => again().afterwards(),
  };
}
