import { expect, it } from 'vitest';
import { type CollectedName, nameListOf } from './name-collection.ts';

const row = (mint: string, symbol: string, name: string): CollectedName => ({ mint, symbol, name });

const list = (over: Partial<Parameters<typeof nameListOf>[0]> = {}) =>
  nameListOf({
    verified: new Map([
      ['first', [row('2', 'KMNO', 'Kamino'), row('1', 'HOME', 'Home')]],
      ['second', [row('2', 'KMNO', 'Kamino Finance')]],
    ]),
    words: [],
    unverified: [],
    ...over,
  });

it('calls a token as its first list does, says which lists have it, and orders by mint', () => {
  expect(list()).toEqual({
    sources: ['first', 'second'],
    tokens: [
      ['1', 'HOME', 'Home', '0'],
      ['2', 'KMNO', 'Kamino', '0 1'],
    ],
    common: [],
  });
});

it('takes words of the language for common', () => {
  expect(list({ words: ['home', 'house'] }).common).toEqual(['HOME']);
});

it('takes for common what as many unverified tokens bear as lists have the token', () => {
  const borne = (count: number, symbol: string) =>
    list({ unverified: Array.from({ length: count }, (_, index) => row(`other ${index}`, symbol, 'x')) }).common;
  expect(borne(1, 'home')).toEqual(['HOME']);
  expect(borne(1, 'kmno')).toEqual([]);
  expect(borne(2, 'kmno')).toEqual(['KMNO']);
  expect(list({ unverified: [row('2', 'KMNO', 'Kamino')] }).common).toEqual([]);
});

it('leaves out a symbol that is no symbol', () => {
  const long = row('3', 'a sentence that tells the reader what to do', 'Name');
  const blank = row('4', 'A\nB', 'Name');
  expect(list({ verified: new Map([['one', [long, blank]]]) }).tokens).toEqual([]);
});
