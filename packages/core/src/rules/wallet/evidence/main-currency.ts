import { divideUp, magnitude } from '#lib/divide.ts';
import { LAMPORTS_PER_SOL } from '#lib/money.ts';
import { type Book, type CoinCurrency, type Currency, currencies, type SeenRate } from './book.ts';

const MILLIONTHS = 1_000_000n;
/**
 * A rate beyond these prices of a SOL, in dollars or euros, is ignored: anybody can make a pool and a price. The highest ever paid was
 * below 300 dollars.
 */
const PRICE_MIN = 20n;
const PRICE_MAX = 1_000n;
/** Losses in dollars count at no more than the first price of a SOL, and losses in SOL at no less than the second. */
const LOSS_PRICES = { most: 200n, least: 100n } as const;

/** The currency in which most was traded: by a seen rate, and by the number of trades where one is missing. */
export function mainCurrency(book: Book): Currency {
  const traded = currencies.map((currency) => {
    const trades = book.trades.filter((one) => one.currency === currency);
    const turnover = trades.reduce((sum, { amount }) => sum + magnitude(amount), 0n);
    return { currency, count: BigInt(trades.length), lamports: exchanged(book, turnover, currency, 'sol') };
  });
  const isRated = traded.every(({ lamports }) => lamports !== null);
  const weight = (one: (typeof traded)[number]) => (isRated ? (one.lamports ?? 0n) : one.count);
  return traded.reduce((best, one) => (weight(one) > weight(best) ? one : best)).currency;
}

/** The value of an amount in another currency by the rate that makes it largest; null where none was seen. */
export function exchanged(book: Book, amount: bigint, from: Currency, to: Currency): bigint | null {
  if (from === to || amount === 0n) return amount;
  const lamports = from === 'sol' ? amount : inLamports(amount, rateOf(book, from, 'most'));
  if (lamports === null || to === 'sol') return lamports;
  const rate = rateOf(book, to, 'least');
  return rate && divideUp(lamports * rate.amount, rate.lamports);
}

/** The same for amounts that count against the wallet. A maker of the only rate, within the accepted prices, gains little by it. */
export function countedAgainst(book: Book, amount: bigint, from: Currency, to: Currency): bigint | null {
  const seen = exchanged(book, amount, from, to);
  if (seen === null || from === to) return seen;
  const least = atLeast(amount, from, to);
  return seen > least ? seen : least;
}

function atLeast(amount: bigint, from: Currency, to: Currency): bigint {
  if (from === 'sol') return divideUp(amount * LOSS_PRICES.least * MILLIONTHS, LAMPORTS_PER_SOL);
  return to === 'sol' ? divideUp(amount * LAMPORTS_PER_SOL, LOSS_PRICES.most * MILLIONTHS) : amount;
}

/** The same, at the accepted price that makes it largest if no rate was seen. */
export function weighedAgainst(book: Book, amount: bigint, from: Currency, to: Currency): bigint {
  const counted = countedAgainst(book, amount, from, to);
  if (counted !== null) return counted;
  const lamports = from === 'sol' ? amount : divideUp(amount * LAMPORTS_PER_SOL, PRICE_MIN * MILLIONTHS);
  return to === 'sol' ? lamports : exchangedAtMost(lamports);
}

/** The same for lamports at the highest accepted price, for amounts without a rate. */
export function exchangedAtMost(lamports: bigint): bigint {
  return divideUp(lamports * PRICE_MAX * MILLIONTHS, LAMPORTS_PER_SOL);
}

function inLamports(amount: bigint, rate: SeenRate | null): bigint | null {
  return rate && divideUp(amount * rate.lamports, rate.amount);
}

/** The rate with fewest or most lamports for a unit, where it can be a price of SOL. */
function rateOf({ rateBounds }: Book, currency: CoinCurrency, side: 'least' | 'most'): SeenRate | null {
  const rate = rateBounds[currency]?.[side] ?? null;
  if (!rate) return null;
  const price = (rate.amount * LAMPORTS_PER_SOL) / (rate.lamports * MILLIONTHS);
  return price >= PRICE_MIN && price <= PRICE_MAX ? rate : null;
}
