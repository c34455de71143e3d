import { expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { currenciesOf, stableMintsWith } from './stable-coins.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const EURC = 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr';
const JUPITER = address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN');

it('lists each coin once, the dollar of the operator included', () => {
  expect(stableMintsWith(USDC)).toHaveLength(10);
  expect(stableMintsWith(JUPITER)).toHaveLength(11);
  expect(new Set(stableMintsWith(USDC)).size).toBe(10);
});

it('knows a coin by its mint alone: a euro, else a dollar', () => {
  const currencies = currenciesOf(stableMintsWith(USDC));
  expect([...currencies].filter(([, currency]) => currency === 'eur')).toEqual([[EURC, 'eur']]);
  expect([currencies.get(USDC), currencies.get(JUPITER)]).toEqual(['usd', undefined]);
});
