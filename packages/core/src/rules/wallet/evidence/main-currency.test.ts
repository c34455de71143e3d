import { expect, it } from 'vitest';
import { book, SOL, trade } from '../../../../test/support/wallet-evidence.ts';
import type { Book } from './book.ts';
import { countedAgainst, exchanged, exchangedAtMost, mainCurrency, weighedAgainst } from './main-currency.ts';

const USD = 1_000_000n;
const dollars = (amount: bigint) => trade({ currency: 'usd', amount: amount * USD });
const euros = (amount: bigint) => trade({ currency: 'eur', amount: amount * USD });
const lamports = (amount: bigint) => trade({ amount });

/** Rates of a hundred dollars for a SOL, and of fifty at the least. */
const rateBounds: Book['rateBounds'] = {
  usd: { least: { lamports: SOL, amount: 100n * USD }, most: { lamports: 2n * SOL, amount: 100n * USD } },
  eur: { least: { lamports: SOL, amount: 90n * USD }, most: { lamports: SOL, amount: 90n * USD } },
};

it('is the one in which most was traded, by the rates that were seen', () => {
  const mainOf = (...trades: Book['trades']) => mainCurrency(book({ trades, rateBounds }));
  expect(mainOf()).toBe('sol');
  expect(mainOf(dollars(1n))).toBe('usd');
  expect(mainOf(lamports(SOL), dollars(49n))).toBe('sol');
  expect(mainOf(lamports(SOL), lamports(-1n), dollars(50n))).toBe('sol');
  expect(mainOf(lamports(SOL), dollars(51n))).toBe('usd');
  expect(mainOf(lamports(SOL), dollars(49n), euros(91n))).toBe('eur');
});

it('is the one with most trades where a rate is missing', () => {
  const trades = [lamports(1n), lamports(1n), dollars(1_000_000n)];
  expect(mainCurrency(book({ trades }))).toBe('sol');
  expect(mainCurrency(book({ trades: [...trades, dollars(1n), dollars(1n)] }))).toBe('usd');
});

it('values an amount in another currency by the rate that makes it largest, rounded up', () => {
  const kept = book({ rateBounds });
  expect(exchanged(kept, 100n * USD, 'usd', 'sol')).toBe(2n * SOL);
  expect(exchanged(kept, SOL, 'sol', 'usd')).toBe(100n * USD);
  expect(exchanged(kept, 1n, 'sol', 'usd')).toBe(1n);
  expect(exchanged(kept, 90n * USD, 'eur', 'usd')).toBe(100n * USD);
  expect(exchanged(kept, 7n, 'eur', 'eur')).toBe(7n);
  expect(exchanged(book(), 1n, 'usd', 'sol')).toBeNull();
  expect(exchanged(book(), 0n, 'usd', 'sol')).toBe(0n);
  expect(exchangedAtMost(SOL)).toBe(1_000n * USD);
});

it('weighs what counts against the wallet at a price that nobody can lower by much', () => {
  const kept = book({ rateBounds });
  expect(countedAgainst(kept, 100n * USD, 'usd', 'sol')).toBe(2n * SOL);
  expect(countedAgainst(kept, SOL, 'sol', 'eur')).toBe(100n * USD);
  expect(countedAgainst(kept, 90n * USD, 'eur', 'usd')).toBe(100n * USD);
  expect(countedAgainst(book(), 1n, 'usd', 'sol')).toBeNull();
  expect(weighedAgainst(book(), 20n * USD, 'usd', 'sol')).toBe(SOL);
  expect(weighedAgainst(book(), SOL, 'sol', 'usd')).toBe(1_000n * USD);
  expect(weighedAgainst(book(), 20n * USD, 'usd', 'eur')).toBe(1_000n * USD);
  expect(weighedAgainst(book(), 0n, 'usd', 'sol')).toBe(0n);
});
