import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { book, figures, foundBy, judged, SOL } from '../../../../test/support/wallet-evidence.ts';
import type { Figures } from '../book-figures.ts';
import type { Book } from '../evidence/book.ts';
import { otherCurrencies } from './other-currencies.ts';

/** A dollar in millionths. */
const USD = 1_000_000n;

/** A rate of a hundred dollars for a SOL. */
const hundred = { lamports: SOL, amount: 100n * USD };
const rated: Partial<Book> = { rateBounds: { usd: { least: hundred, most: hundred }, eur: null } };

/** 11 SOL of profit in SOL, and a book in dollars beside it. */
const beside = (pessimisticPnl: bigint, changes: Partial<Book> = rated) =>
  judged({ book: known(book(changes)) }, {}, [figures({ currency: 'usd', pessimisticPnl })]);

/** 1,000 dollars of profit in dollars, and a book in SOL beside it. */
const inDollars = (pessimisticPnl: bigint, changes: Partial<Book>, over: Partial<Figures> = {}) =>
  judged({ book: known(book(changes)) }, { currency: 'usd', pessimisticPnl: 1_000n * USD, ...over }, [
    figures({ currency: 'sol', pessimisticPnl }),
  ]);

it('takes losses of other currencies off the profit, at the rate that makes them largest', () => {
  expect(foundBy(otherCurrencies, beside(1n))).toBe('clear');
  expect(foundBy(otherCurrencies, beside(-1_099n * USD))).toBe('clear');
  expect(foundBy(otherCurrencies, beside(-1_100n * USD))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  const dear = { usd: { least: hundred, most: { lamports: 2n * SOL, amount: 100n * USD } }, eur: null };
  expect(foundBy(otherCurrencies, beside(-550n * USD, { rateBounds: dear }))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  expect(foundBy(otherCurrencies, inDollars(-9n * SOL, rated))).toBe('clear');
  expect(foundBy(otherCurrencies, inDollars(-10n * SOL, rated))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
});

it('counts a loss at no better a price than 200 dollars a SOL, and 100 for one in SOL: anybody can make a rate', () => {
  const at = (price: bigint) => {
    const rate = { lamports: SOL, amount: price * USD };
    return { rateBounds: { usd: { least: rate, most: rate }, eur: null } };
  };
  expect(foundBy(otherCurrencies, beside(-2_199n * USD, at(1_000n)))).toBe('clear');
  expect(foundBy(otherCurrencies, beside(-2_200n * USD, at(1_000n)))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  expect(foundBy(otherCurrencies, inDollars(-10n * SOL + 1n, at(20n)))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  expect(foundBy(otherCurrencies, inDollars(-9n * SOL, at(20n)))).toBe('clear');
});

it('keeps the best verdict away where nothing tells what a loss comes to, or only a price that nobody pays', () => {
  expect(foundBy(otherCurrencies, beside(-1n, {}))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  for (const dollars of [19n, 1_001n]) {
    const made = { lamports: SOL, amount: dollars * USD };
    const rateBounds = { usd: { least: made, most: made }, eur: null };
    expect(foundBy(otherCurrencies, beside(-1n, { rateBounds }))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  }
});

it('counts costs in SOL at the highest accepted price where no rate was seen, and nothing else', () => {
  const flows = { ...book().flows, other_fees: -SOL / 2n, tips: -SOL / 4n };
  expect(foundBy(otherCurrencies, inDollars((-3n * SOL) / 4n, { flows }))).toBe('clear');
  expect(foundBy(otherCurrencies, inDollars((-3n * SOL) / 4n - 1n, { flows }))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
  const small = { pessimisticPnl: 750n * USD };
  expect(foundBy(otherCurrencies, inDollars((-3n * SOL) / 4n, { flows }, small))).toEqual(['LOSS_IN_OTHER_CURRENCY']);
});

it('asks nothing without a record or a book', () => {
  expect(foundBy(otherCurrencies, judged({}, { closed: 0 }))).toBe('not_applicable');
  expect(foundBy(otherCurrencies, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
