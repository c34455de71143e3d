import { expect, it } from 'vitest';
import { evidenceOf, foundBy, noMint, reasonOf } from '../../../../test/support/token-evidence.ts';
import { singleItem } from './single-item.ts';

it('knows a collectible by its one indivisible piece', () => {
  expect(reasonOf(singleItem, evidenceOf({ decimals: 0, supply: 1n }))).toMatchObject({
    code: 'NON_FUNGIBLE',
    evidence: { decimals: 0, supply: '1' },
  });
});

it('has nothing to say of more pieces, of smaller ones, and of no mint', () => {
  expect(foundBy(singleItem, evidenceOf({ decimals: 0, supply: 2n }))).toBe('clear');
  expect(foundBy(singleItem, evidenceOf({ decimals: 0, supply: 0n }))).toBe('clear');
  expect(foundBy(singleItem, evidenceOf({ decimals: 1, supply: 1n }))).toBe('clear');
  expect(foundBy(singleItem, noMint)).toBe('not_applicable');
});
