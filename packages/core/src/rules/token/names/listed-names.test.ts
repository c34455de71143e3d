import { describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { key } from '../../../../test/support/token-evidence.ts';
import { indexNames, listedNames, resemblance } from './listed-names.ts';

const KAMINO = 'KMNo3nJsBXfcpJTVhZcXLW7RmTwTt4GVFE7suUBo9sS';
const STRANGER = key(77);

const index = indexNames({
  tokens: [
    [KAMINO, 'KMNO', 'Kamino'],
    ['2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv', 'PENGU', 'Pudgy Penguins'],
    ['9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump', 'Fartcoin', 'Fartcoin'],
    ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'JUP', 'Jupiter'],
    ['J3umBWqhSjd13sag1E1aUojViWvPYA5dFNyqpKuX3WXj', 'HOME', 'Home'],
    ['6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN', 'TRUMP', 'OFFICIAL TRUMP'],
    ['HaP8r3ksG76PhQLTqR8FYBeNiQpejcFbQmiHbg787Ut1', 'TRUMP', 'MAGA'],
  ],
  common: ['HOME', 'JUPITER', 'MAGA'],
});

const seen = (name: string, symbol = 'other') => {
  const found = resemblance(index, STRANGER, { name, symbol });
  return found && `${found.isCopy ? 'copy' : 'alike'} ${found.of.symbol} by ${found.by}`;
};

describe('a copy of a listed token is seen', () => {
  it.each([
    ['both fields', 'Kamino', 'KMNO', 'copy KMNO by name and symbol'],
    ['the fields exchanged', 'KMNO', 'Kamino', 'copy KMNO by name and symbol'],
    ['the ticker alone', 'Something', 'KMNO', 'alike KMNO by symbol'],
    ['a short name alone', 'Kamino', 'x', 'alike KMNO by name'],
    ['a distinctive name alone', 'Pudgy Penguins', 'x', 'copy PENGU by name'],
    ['a distinctive name in the field of the symbol', '', 'Pudgy Penguins', 'copy PENGU by symbol'],
    ['another order', 'Penguins Pudgy', 'x', 'copy PENGU by name'],
    ['the singular', 'Pudgy Penguin', 'x', 'copy PENGU by name'],
    ['added words', 'Official Kamino Token v2', 'KMNO', 'copy KMNO by name and symbol'],
    ['five added words before', 'the new real official verified Kamino', 'x', 'alike KMNO by name'],
    ['the chain', 'Kamino on Solana', 'x', 'alike KMNO by name'],
    ['a year', 'Kamino 2026', 'x', 'alike KMNO by name'],
    ['a wrapped form', 'Wrapped Kamino (Wormhole)', 'x', 'alike KMNO by name'],
    ['an attached word', 'KaminoToken', 'x', 'alike KMNO by name'],
    ['name and symbol in one field', 'Jupiter (JUP)', 'x', 'copy JUP by name'],
    ['the same word as its symbol beside it', 'Kamino (KAMINO)', 'x', 'alike KMNO by name'],
    ['a distinctive name twice', 'Fartcoin (FARTCOIN)', 'x', 'copy Fartcoin by name'],
    ['blanks', 'K a m i n o', 'x', 'alike KMNO by name'],
    ['letters of another script', 'K\u0430min\u043e', 'x', 'alike KMNO by name'],
    ['characters without width', 'Kam\u200bino', 'x', 'alike KMNO by name'],
    ['digits for letters', 'K4m1n0', 'x', 'alike KMNO by name'],
    ['an at sign', 'K@mino', 'x', 'alike KMNO by name'],
    ['a sign for a letter', 'Kamin\u25cf', 'x', 'alike KMNO by name'],
    ['signs between words', '\u25cf Pudgy\u25cfPenguins \u00a9', 'x', 'copy PENGU by name'],
    ['Canadian syllabics', 'K\u15e9\u15f0I\u144eO', 'x', 'alike KMNO by name'],
    ['two letters for one', 'Karnino', 'x', 'alike KMNO by name'],
    ['repeated letters', 'Kaminooo', 'x', 'alike KMNO by name'],
    ['reversed text that is shown forwards', '\u202eonimaK', 'x', 'alike KMNO by name'],
    ['two common words that one token has', 'Jupiter', 'JUP', 'copy JUP by name and symbol'],
    ['a name of two tokens that tells which', 'Official Trump', 'TRUMP', 'copy TRUMP by name and symbol'],
  ])('with %s', (_, name, symbol, found) => {
    expect(seen(name, symbol)).toBe(found);
  });
});

it.each([
  ['a common word', 'Home', 'HOME'],
  ['a common word alone', 'Jupiter', 'x'],
  ['a ticker that two tokens share', 'Some meme', 'TRUMP'],
  ['another word beside the name', 'Baby Kamino', 'x'],
  ['one word of two', 'Penguins', 'x'],
  ['a longer word', 'Kaminos of Rome', 'KMNOX'],
  ['no letters', '...', '\u200b'],
])('%s accuses nobody', (_, name, symbol) => {
  expect(seen(name, symbol)).toBeNull();
});

it('lets a listed mint be called as it pleases', () => {
  expect(resemblance(index, address(KAMINO), { name: 'Pudgy Penguins', symbol: 'PENGU' })).toBeNull();
});

it('ships more than two thousand names, each with an address, and none under two rows', () => {
  expect(listedNames().mints.size).toBeGreaterThan(2_000);
  expect(listedNames().common.has('CAT')).toBe(true);
  expect(
    listedNames()
      .exact.get('KMNO')
      ?.map(({ mint }) => mint),
  ).toEqual([KAMINO]);
});
