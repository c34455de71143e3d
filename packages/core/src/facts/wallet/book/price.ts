import { magnitude } from '#lib/divide.ts';
import { type Currency, coinCurrencies } from '#rules/wallet/evidence/book.ts';
import type { TradeLedger } from './ledger.ts';
import type { Legs, Moment } from './rates.ts';

/** What was paid (below 0) or received, in one currency. `converted`: the part of it that moved in another one. */
export interface TradePrice {
  readonly currency: Currency;
  readonly value: bigint;
  readonly converted: bigint;
}

/**
 * The price of a trade in a mint, without costs: in the currency of its position, else in that of the largest leg. Null where a leg
 * in another currency has no rate.
 */
export function tradePriceOf(ledger: TradeLedger, mint: string, legs: Legs, moment: Moment): TradePrice | null {
  const currency = ledger.currencyIn(mint) ?? currencyOf(ledger, legs, moment);
  if (currency === null) return null;
  const value = ledger.rates.worthIn(currency, legs, moment);
  return value === null ? null : { currency, value, converted: value - amountIn(legs, currency) };
}

/** The currency of the largest leg; null where legs in several have no rate. */
function currencyOf({ rates }: TradeLedger, legs: Legs, moment: Moment): Currency | null {
  const used = usedIn(legs);
  if (used.length < 2) return used[0] ?? 'sol';
  let best: { readonly currency: Currency; readonly lamports: bigint } | null = null;
  for (const currency of used) {
    const lamports = rates.exchange(amountIn(legs, currency), currency, 'sol', moment);
    if (lamports === null) return null;
    if (best === null || magnitude(lamports) > magnitude(best.lamports)) best = { currency, lamports };
  }
  return best?.currency ?? null;
}

function usedIn({ sol, coins }: Legs): readonly Currency[] {
  const ofCoins = coinCurrencies.filter((currency) => coins.some((move) => move.currency === currency));
  return sol === 0n ? ofCoins : ['sol', ...ofCoins];
}

function amountIn({ sol, coins }: Legs, of: Currency): bigint {
  if (of === 'sol') return sol;
  return coins.reduce((sum, { currency, amount }) => (currency === of ? sum + amount : sum), 0n);
}
