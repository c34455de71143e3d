import { type Moved, WRAPPED_SOL_MINT } from '../effect.ts';
import { divideDown } from './divide.ts';
import type { TradeLedger } from './ledger.ts';
import type { Lot } from './lots.ts';
import { releaseQuote } from './quotes.ts';
import { type Amount, DUST, type Reckoned } from './reckon.ts';
import { bookPurchase, bookSale, buyUnpriced, exchange, sellUnpriced } from './trades.ts';

/**
 * What a keeper's transaction did to an order of the wallet, where it filled one: tokens for lamports or stable coins that
 * waited, lamports or stable coins for tokens that did, or one token for another. Says whether it was that.
 */
export function bookFill(ledger: TradeLedger, reckoned: Reckoned): boolean {
  const { effect, rose, fell, sign, stables } = reckoned;
  if (effect.signed || effect.released.length === 0 || fell.length > 0 || rose.length > 1) return false;
  const quotes = effect.released.filter(({ account, mint }) => ledger.quoteEscrows.get(account)?.mint === mint);
  const tokens = effect.released.filter(({ account, mint }) => ledger.holdings.get(mint)?.escrows.has(account));
  const [got] = rose;
  const [given] = tokens;
  if (quotes.some(({ mint }) => mint !== quotes[0]?.mint)) return false;
  if (got && quotes.length > 0 && !given) bookBought(ledger, reckoned, got, quotes);
  else if (!given || quotes.length > 0 || tokens.some(({ mint }) => mint !== given.mint || mint === got?.mint))
    return false;
  else if (got) bookExchanged(ledger, reckoned, tokens, given.mint, got);
  else if (sign > 0 || stables.some(({ units }) => units > 0n)) bookSold(ledger, reckoned, tokens, given.mint);
  else return false;
  return true;
}

/** What waited pays for as large a part of the units as it is of what left the order's account. */
function bookBought(ledger: TradeLedger, reckoned: Reckoned, got: Amount, quotes: readonly Moved[]): void {
  const { effect, time, rest } = reckoned;
  const paid = quotes.map(({ account, mint, amount }) => ({
    mint,
    units: -releaseQuote(ledger, account, amount, time),
  }));
  const stables = paid.filter(({ mint }) => mint !== WRAPPED_SOL_MINT);
  const worth = ledger.rates.worthOf(stables, time, effect.signature);
  flowBeside(ledger, reckoned);
  if (worth === null) {
    buyUnpriced(ledger, { ...reckoned, stables }, got);
    return;
  }
  const known = paid.reduce((sum, { units }) => sum - units, 0n);
  const units = divideDown(got.units * known, sumOf(quotes));
  if (units < got.units) ledger.holding(got.mint).enterUnknown(got.units - units, ledger.coming(reckoned));
  if (units === 0n) return;
  const lamports = paid.reduce((sum, { mint, units: gone }) => (mint === WRAPPED_SOL_MINT ? sum - gone : sum), 0n);
  const basis = lamports - worth + (rest < 0n ? -rest : 0n);
  bookPurchase(ledger, reckoned, { mint: got.mint, units }, { basis, inStable: -worth, stable: stables.length > 0 });
}

function bookSold(ledger: TradeLedger, reckoned: Reckoned, tokens: readonly Moved[], mint: string): void {
  const { effect, time, stables, rest } = reckoned;
  const units = sumOf(tokens);
  const lots = release(ledger, tokens);
  const worth = ledger.rates.worthOf(stables, time, effect.signature);
  if (worth === null) {
    ledger.flows.apart(effect, 'unclear', reckoned.sol);
    sellUnpriced(ledger, reckoned, { mint, units }, lots);
    return;
  }
  ledger.flows.trade('sells', rest);
  bookSale(ledger, reckoned, { mint, units }, lots, { proceeds: rest + worth, stable: stables.length > 0 });
}

function bookExchanged(
  ledger: TradeLedger,
  reckoned: Reckoned,
  tokens: readonly Moved[],
  mint: string,
  got: Amount,
): void {
  flowBeside(ledger, reckoned);
  exchange(ledger, reckoned, { mint, units: sumOf(tokens) }, release(ledger, tokens), got);
}

/** Lamports that come back with a fill are what is left of the order, and make nothing cheaper. */
function flowBeside(ledger: TradeLedger, { effect, sol, rest }: Reckoned): void {
  if (rest > DUST) ledger.flows.apart(effect, 'orders', sol);
  else ledger.flows.trade('buys', rest);
}

function release(ledger: TradeLedger, tokens: readonly Moved[]): Lot[] {
  return tokens.flatMap(({ account, mint, amount }) => {
    return ledger.leaving(mint).release(account, amount);
  });
}

function sumOf(moved: readonly Moved[]): bigint {
  return moved.reduce((sum, { amount }) => sum + amount, 0n);
}
