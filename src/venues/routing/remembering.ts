import type { Market, Quote, RefusalCode, Refused, Side } from '../model.ts';
import { isRefused } from '../refusal.ts';

/** What larger amounts meet as well: they take all that the smaller one took, and find nothing further either. */
const lasting: readonly RefusalCode[] = ['insufficient_liquidity', 'not_read'];

/**
 * The same market, which makes each quote once, and none beyond an amount that is too large already. What a quote is worth in
 * detail, and the market after it, are asked of the market anew, so that of the many that are compared nothing but two
 * amounts is kept.
 */
export function remembering(market: Market): Market {
  const sides = { buy: rememberedSide(market, 'buy'), sell: rememberedSide(market, 'sell') };
  return { ...market, quote: (side, amountIn) => sides[side](amountIn) };
}

function rememberedSide(market: Market, side: Side): (amountIn: bigint) => Quote | Refused {
  const made = new Map<bigint, Quote | Refused>();
  let tooLarge: { readonly amount: bigint; readonly why: Refused } | null = null;
  return (amountIn) => {
    if (tooLarge && amountIn >= tooLarge.amount) return tooLarge.why;
    const before = made.get(amountIn);
    if (before) return before;
    const quote = brief(market, side, amountIn);
    if (isRefused(quote) && lasting.includes(quote.refused)) tooLarge = { amount: amountIn, why: quote };
    else made.set(amountIn, quote);
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
