import { type Moved, WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';
import { divideDown } from '#lib/divide.ts';
import type { Currency, FlowClass } from '#rules/wallet/evidence/book.ts';
import { classify, type TransactionKind } from './classify.ts';
import type { TradeLedger } from './ledger.ts';
import type { Lot } from './lots.ts';
import {
  bookConversion,
  bookMovement,
  bookNft,
  bookOnward,
  bookReceipts,
  bookService,
  bookUnclear,
  notePaid,
} from './movements.ts';
import { type TradePrice, tradePriceOf } from './price.ts';
import { depositQuote, releaseQuote, returnQuote } from './quotes.ts';
import type { CoinMove, Legs, Moment } from './rates.ts';
import { type Amount, DUST, legsOf, type Reckoned } from './reckon.ts';
import { bookPurchase, bookSale, buyUnpriced, exchange, sellUnpriced } from './trades.ts';

/** Maximum rent of an order's own accounts, which returns with the rest of the order. */
const REFUND_MAX = 10_000_000n;

/** Writes one successful transaction: gifts received, changes by programs, the onward part of them, then gifts made. */
export function writeEffect(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, time, coinChanges, plainIn, plainOut } = reckoned;
  const { flows } = ledger.tallies.sol;
  flows.add('rent_from_others', effect.rentFromOthers);
  flows.add('transfers_in', effect.givenIn);
  flows.add('transfers_out', -reckoned.away);
  for (const { currency, givenIn, away } of coinChanges) {
    ledger.tallies[currency].flows.add('transfers_in', givenIn);
    ledger.tallies[currency].flows.add('transfers_out', -away);
  }
  for (const { mint, units } of plainIn) ledger.holding(mint).enterUnknown(units, ledger.coming(reckoned));
  const price = pricedOnce(ledger, reckoned);
  const kind = classify(reckoned, () => price()?.value ?? null);
  noteSwept(ledger, reckoned, kind);
  const isOwn = kind === 'nft' || kind === 'receipts' || kind === 'service';
  if (isOwn || !bookFill(ledger, reckoned)) BOOKS[kind](ledger, reckoned, notePaid(ledger, reckoned), price);
  bookOnward(ledger, reckoned);
  for (const { mint, units } of plainOut) ledger.transferOut(mint, ledger.take(mint, units));
  ledger.closePositions(time);
}

/**
 * Lamports that plain transfers of a trade sent to unlabelled accounts beyond a tip, as far as they may have been profit. The price
 * of a purchase, sale or swap includes the whole sum. Otherwise only lamports that came in the same transaction, and not for
 * dollars, can have left as profit.
 */
function sweptBy({ effect: { service, givenOut }, sol, coins }: Reckoned, kind: TransactionKind): bigint {
  if (service !== 'trade') return 0n;
  if (kind === 'buy' || kind === 'sell' || kind === 'swap') return givenOut;
  const came = sol + givenOut;
  if (came <= 0n || coins.some(({ units }) => units < 0n)) return 0n;
  return came < givenOut ? came : givenOut;
}

/** Notes the outgoing plain transfers of a trade. Of coins only an amount that lowers a price can have been profit. */
function noteSwept({ tallies }: TradeLedger, reckoned: Reckoned, kind: TransactionKind): void {
  tallies.sol.sweptOut += sweptBy(reckoned, kind);
  if (kind !== 'buy' && kind !== 'sell') return;
  for (const { currency, givenOut } of reckoned.coinChanges) tallies[currency].sweptOut += givenOut;
}

/** The price of a trade, worked out when it is asked for, and once. */
type PriceAsked = () => TradePrice | null;

function pricedOnce(ledger: TradeLedger, reckoned: Reckoned): PriceAsked {
  let price: TradePrice | null | undefined;
  return () => {
    const mint = (reckoned.rose[0] ?? reckoned.fell[0])?.mint ?? '';
    price = price === undefined ? tradePriceOf(ledger, mint, legsOf(reckoned), momentOf(reckoned)) : price;
    return price;
  };
}

function momentOf({ effect, time }: Reckoned): Moment {
  return { time, signature: effect.signature };
}

/** How each kind is booked. */
const BOOKS: Readonly<Record<TransactionKind, (...of: [TradeLedger, Reckoned, boolean, PriceAsked]) => void>> = {
  nft: bookNft,
  receipts: (ledger, reckoned) => bookReceipts(ledger, reckoned, serviceFlow(reckoned) ?? 'liquidity'),
  service: (ledger, reckoned) => bookService(ledger, reckoned, serviceFlow(reckoned) ?? 'unclear'),
  unclear: bookUnclear,
  movement: bookMovement,
  lamports: bookLamports,
  conversion: bookConversion,
  unpriced_buy: writeUnpriced,
  unpriced_sell: writeUnpriced,
  buy: writeTrade,
  sell: writeTrade,
  swap: writeTrade,
};

function serviceFlow({ effect: { service } }: Reckoned): FlowClass | null {
  if (service === 'lending' || service === 'staking') return service;
  return service === 'nft' ? 'nfts' : null;
}

function writeTrade(ledger: TradeLedger, reckoned: Reckoned, _isPaid: boolean, price: PriceAsked): void {
  const { rose, fell } = reckoned;
  const [got] = rose;
  const [gave] = fell;
  if (got && gave) {
    const lots = ledger.take(gave.mint, gave.units);
    ledger.trade(reckoned, 'buys', exchange(ledger, reckoned, gave, lots, got));
    return;
  }
  const paid = price();
  if (!paid) throw new Error('a trade has a price');
  const { currency, converted } = paid;
  ledger.notePaidBy(reckoned);
  ledger.trade(reckoned, got ? 'buys' : 'sells', currency);
  // In lamports all costs of the transaction are part of the price.
  const value = currency === 'sol' ? reckoned.rest + converted : paid.value;
  if (got) bookPurchase(ledger, reckoned, got, { currency, basis: -value, converted: -converted });
  if (gave)
    bookSale(ledger, reckoned, gave, ledger.take(gave.mint, gave.units), { currency, proceeds: value, converted });
}

function writeUnpriced(ledger: TradeLedger, reckoned: Reckoned): void {
  const { rose, fell } = reckoned;
  const legs = legsOf(reckoned);
  ledger.notePaidBy(reckoned);
  ledger.unclear(reckoned);
  for (const got of rose) buyUnpriced(ledger, reckoned, got, legs);
  for (const gave of fell) sellUnpriced(ledger, reckoned, gave, ledger.take(gave.mint, gave.units), legs);
}

/**
 * Books a keeper's transaction that filled an order of the wallet: tokens for lamports or stable coins that waited, the reverse, or
 * one token for another. Returns whether it was one.
 */
function bookFill(ledger: TradeLedger, reckoned: Reckoned): boolean {
  const { effect, rose, fell, sol } = reckoned;
  if (effect.signed || effect.released.length === 0 || fell.length > 0 || rose.length > 1) return false;
  const quotes = effect.released.filter(({ account, mint }) => ledger.quoteEscrows.get(account)?.mint === mint);
  const tokens = effect.released.filter(({ account, mint }) => ledger.holdings.get(mint)?.escrows.has(account));
  const [got] = rose;
  const [given] = tokens;
  if (quotes.some(({ mint }) => mint !== quotes[0]?.mint)) return false;
  if (got && quotes.length > 0 && !given) bookBought(ledger, reckoned, got, quotes);
  else if (!got && !given && quotes[0]) return bookConverted(ledger, reckoned, quotes, quotes[0].mint);
  else if (!given || quotes.length > 0 || tokens.some(({ mint }) => mint !== given.mint || mint === got?.mint))
    return false;
  else if (got) bookExchanged(ledger, reckoned, tokens, given.mint, got);
  else if (sol > 0n || isCoinGain(reckoned)) bookSold(ledger, reckoned, tokens, given.mint);
  else return false;
  return true;
}

function isCoinGain({ coins }: Reckoned): boolean {
  return coins.some(({ units }) => units > 0n);
}

/** The deposit pays for the same share of the units as its share of what left the order's account. */
function bookBought(ledger: TradeLedger, reckoned: Reckoned, got: Amount, quotes: readonly Moved[]): void {
  const { rest } = reckoned;
  const { known, legs } = releaseQuotes(ledger, reckoned, quotes);
  const price = tradePriceOf(ledger, got.mint, legs, momentOf(reckoned));
  flowBeside(ledger, reckoned, price?.currency ?? 'sol');
  ledger.notePaidBy({ coins: legs.coins });
  if (price === null) {
    buyUnpriced(ledger, reckoned, got, legs);
    return;
  }
  const units = divideDown(got.units * known, sumOf(quotes));
  if (units < got.units) ledger.holding(got.mint).enterUnknown(got.units - units, ledger.coming(reckoned));
  if (units === 0n) return;
  const { currency, value, converted } = price;
  const basis = currency === 'sol' && rest < 0n ? -value - rest : -value;
  bookPurchase(ledger, reckoned, { mint: got.mint, units }, { currency, basis, converted: -converted });
}

/** Takes the units that waited for an order out of its accounts, and returns them as a leg too. */
function releaseQuotes(
  ledger: TradeLedger,
  { time }: Reckoned,
  quotes: readonly Moved[],
): { readonly known: bigint; readonly legs: Legs } {
  let known = 0n;
  const coins: CoinMove[] = [];
  let sol = 0n;
  for (const { account, mint, amount } of quotes) {
    const units = releaseQuote(ledger, account, amount, time);
    known += units;
    const currency = ledger.kinds.coins.currencyOf(mint);
    if (!currency) sol -= units;
    else coins.push({ mint, currency, units: -units, amount: ledger.kinds.coins.amountOf(mint, -units) });
  }
  return { known, legs: { sol, coins } };
}

/** A keeper exchanged the waiting units for SOL or another coin: a conversion. The same coin returned is the rest of an order. */
function bookConverted(ledger: TradeLedger, reckoned: Reckoned, quotes: readonly Moved[], mint: string): boolean {
  const { coins, sign } = reckoned;
  const isOther = mint === WRAPPED_SOL_MINT ? sign <= 0 : coins.every((move) => move.mint !== mint);
  if (!isOther || (sign <= 0 && !isCoinGain(reckoned))) return false;
  releaseQuotes(ledger, reckoned, quotes);
  ledger.apart(reckoned, 'conversions');
  return true;
}

function bookSold(ledger: TradeLedger, reckoned: Reckoned, tokens: readonly Moved[], mint: string): void {
  const units = sumOf(tokens);
  const legs = legsOf(reckoned);
  const price = tradePriceOf(ledger, mint, legs, momentOf(reckoned));
  const lots = release(ledger, tokens);
  ledger.notePaidBy(reckoned);
  if (price === null) {
    ledger.unclear(reckoned);
    sellUnpriced(ledger, reckoned, { mint, units }, lots, legs);
    return;
  }
  const { currency, value, converted } = price;
  ledger.trade(reckoned, 'sells', currency);
  const proceeds = currency === 'sol' ? reckoned.rest + converted : value;
  bookSale(ledger, reckoned, { mint, units }, lots, { currency, proceeds, converted });
}

function bookExchanged(
  ledger: TradeLedger,
  reckoned: Reckoned,
  tokens: readonly Moved[],
  mint: string,
  got: Amount,
): void {
  const lots = release(ledger, tokens);
  flowBeside(ledger, reckoned, exchange(ledger, reckoned, { mint, units: sumOf(tokens) }, lots, got));
}

/** Lamports that return with a fill are the rest of the order and do not lower its cost. */
function flowBeside(ledger: TradeLedger, reckoned: Reckoned, currency: Currency): void {
  if (reckoned.rest > DUST) ledger.apart(reckoned, 'orders');
  else ledger.trade(reckoned, 'buys', currency);
}

function release(ledger: TradeLedger, tokens: readonly Moved[]): Lot[] {
  return tokens.flatMap(({ account, mint, amount }) => ledger.leaving(mint).release(account, amount));
}

function sumOf(moved: readonly Moved[]): bigint {
  return moved.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Books a transaction in which only lamports moved, wrapped or not, and perhaps stable coins without a trade. */
function bookLamports(ledger: TradeLedger, reckoned: Reckoned, isPaid: boolean): void {
  const { effect, sol, sign } = reckoned;
  const untraded = sol < 0n ? 'transfers_out' : isPaid ? 'orders' : 'transfers_in';
  const flow = effect.service === 'trade' ? tradedLamports(ledger, reckoned, isPaid) : untraded;
  ledger.apart(reckoned, flow, isPaid ? 'orders' : 'transfers');
  if (flow !== 'atomic') return;
  if (sign > 0) ledger.atomicGains += 1;
  if (sign < 0) ledger.tallies.sol.atomicLosses -= sol;
}

function tradedLamports(ledger: TradeLedger, reckoned: Reckoned, isPaid: boolean): FlowClass {
  const { effect, sol, sign } = reckoned;
  if (sign < 0 && isPaid) return 'transfers_out';
  if (sign < 0) return depositQuote(ledger, reckoned, WRAPPED_SOL_MINT, -sol, DUST) > 0n ? 'orders' : 'atomic';
  if (sign === 0) return 'atomic';
  const returned = returnQuote(ledger, reckoned, WRAPPED_SOL_MINT, sol);
  if (isPaid || (returned > 0n && sol - returned <= REFUND_MAX)) return 'orders';
  // The wallet did not earn a gain that it did not sign: a keeper may have closed an account and returned its rent.
  return effect.signed ? 'atomic' : 'transfers_in';
}
