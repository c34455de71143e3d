import { type Moved, WRAPPED_SOL_MINT } from '../effect.ts';
import { classify, type TransactionKind } from './classify.ts';
import { divideDown } from './divide.ts';
import type { TradeLedger } from './ledger.ts';
import type { Lot } from './lots.ts';
import { bookMovement, bookNft, bookReceipts, bookService, bookUnclear } from './movements.ts';
import type { FlowClass } from './positions.ts';
import { depositQuote, releaseQuote, returnQuote } from './quotes.ts';
import { type Amount, DUST, type Reckoned } from './reckon.ts';
import { bookPurchase, bookSale, buyUnpriced, exchange, sellUnpriced } from './trades.ts';

/** Maximum rent of an order's own accounts, which returns with the rest of the order. */
const REFUND_MAX = 10_000_000n;

/** The value of the effect's stable coins in lamports; null without a rate. */
type Worth = () => bigint | null;

/** Writes one successful transaction: first gifts received, then changes by programs, then gifts made. */
export function writeEffect(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, time, stables, plainIn, plainOut } = reckoned;
  ledger.flows.add('rent_from_others', effect.rentFromOthers);
  ledger.flows.add('transfers_in', effect.givenIn);
  for (const { mint, units } of plainIn) ledger.holding(mint).enterUnknown(units, ledger.coming(reckoned));
  const worth: Worth = () => ledger.rates.worthOf(stables, time, effect.signature);
  const kind = classify(reckoned, worth);
  ledger.sweptOut += sweptBy(reckoned, kind);
  const isOwn = kind === 'nft' || kind === 'receipts' || kind === 'service';
  if (isOwn || !bookFill(ledger, reckoned)) writeKind(ledger, reckoned, kind, worth);
  for (const { mint, units } of plainOut) ledger.transferOut(mint, ledger.take(mint, units));
  ledger.closePositions(time);
}

/**
 * Lamports that plain transfers of a trade sent to unlabelled accounts beyond a tip, as far as they may have been profit. The price
 * of a purchase, sale or swap includes the whole sum. Otherwise only lamports that came in the same transaction, and not for
 * dollars, can have left as profit.
 */
function sweptBy({ effect: { service, givenOut }, sol, stables }: Reckoned, kind: TransactionKind): bigint {
  if (service !== 'trade') return 0n;
  if (kind === 'buy' || kind === 'sell' || kind === 'swap') return givenOut;
  const came = sol + givenOut;
  if (came <= 0n || stables.some(({ units }) => units < 0n)) return 0n;
  return came < givenOut ? came : givenOut;
}

function writeKind(ledger: TradeLedger, reckoned: Reckoned, kind: TransactionKind, worth: Worth): void {
  switch (kind) {
    case 'nft':
      bookNft(ledger, reckoned);
      break;
    case 'receipts':
      bookReceipts(ledger, reckoned, serviceFlow(reckoned) ?? 'liquidity');
      break;
    case 'service':
      bookService(ledger, reckoned, serviceFlow(reckoned) ?? 'unclear');
      break;
    case 'unclear':
      bookUnclear(ledger, reckoned);
      break;
    case 'movement':
      bookMovement(ledger, reckoned);
      break;
    case 'lamports':
      bookLamports(ledger, reckoned);
      break;
    case 'conversion':
      ledger.flows.apart(reckoned.effect, 'conversions', reckoned.sol);
      break;
    case 'unpriced_buy':
    case 'unpriced_sell':
      writeUnpriced(ledger, reckoned);
      break;
    default:
      writeTrade(ledger, reckoned, worth);
  }
}

function serviceFlow({ effect: { service } }: Reckoned): FlowClass | null {
  if (service === 'lending' || service === 'staking') return service;
  return service === 'nft' ? 'nfts' : null;
}

function writeTrade(ledger: TradeLedger, reckoned: Reckoned, worth: Worth): void {
  const { rose, fell, rest, stables } = reckoned;
  const [got] = rose;
  const [gave] = fell;
  const lots = gave ? ledger.take(gave.mint, gave.units) : [];
  ledger.flows.trade(got ? 'buys' : 'sells', rest);
  if (got && gave) {
    exchange(ledger, reckoned, gave, lots, got);
    return;
  }
  const stable = stables.length > 0;
  const value = stable ? (worth() ?? 0n) : 0n;
  if (got) bookPurchase(ledger, reckoned, got, { basis: -(rest + value), inStable: value < 0n ? -value : 0n, stable });
  if (gave) bookSale(ledger, reckoned, gave, lots, { proceeds: rest + value, stable });
}

function writeUnpriced(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, rose, fell, sol } = reckoned;
  ledger.flows.apart(effect, 'unclear', sol);
  for (const got of rose) buyUnpriced(ledger, reckoned, got);
  for (const gave of fell) sellUnpriced(ledger, reckoned, gave, ledger.take(gave.mint, gave.units));
}

/**
 * Books a keeper's transaction that filled an order of the wallet: tokens for lamports or stable coins that waited, the reverse, or
 * one token for another. Returns whether it was one.
 */
function bookFill(ledger: TradeLedger, reckoned: Reckoned): boolean {
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

/** The deposit pays for the same share of the units as its share of what left the order's account. */
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

/** Lamports that return with a fill are the rest of the order and do not lower its cost. */
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

/** Books a transaction in which only lamports moved, wrapped or not, and perhaps stable coins without a trade. */
function bookLamports(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, sol, sign } = reckoned;
  const flow =
    effect.service === 'trade' ? tradedLamports(ledger, reckoned) : sol < 0n ? 'transfers_out' : 'transfers_in';
  ledger.flows.apart(effect, flow, sol);
  if (flow !== 'atomic') return;
  if (sign > 0) ledger.atomicGains += 1;
  if (sign < 0) ledger.atomicLosses -= sol;
}

function tradedLamports(ledger: TradeLedger, reckoned: Reckoned): FlowClass {
  const { effect, sol, sign } = reckoned;
  if (sign < 0) return depositQuote(ledger, reckoned, WRAPPED_SOL_MINT, -sol, DUST) > 0n ? 'orders' : 'atomic';
  if (sign === 0) return 'atomic';
  const returned = returnQuote(ledger, reckoned, WRAPPED_SOL_MINT, sol);
  if (returned > 0n && sol - returned <= REFUND_MAX) return 'orders';
  // The wallet did not earn a gain that it did not sign: a keeper may have closed an account and returned its rent.
  return effect.signed ? 'atomic' : 'transfers_in';
}
