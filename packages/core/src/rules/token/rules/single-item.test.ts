import { expect, it } from 'vitest';
import { evidenceOf, foundBy, reasonOf } from '../../../../test/support/token-evidence.ts';
import { singleItem } from './single-item.ts';

it('knows a collectible by its one indivisible piece', () => {
  expect(reasonOf(singleItem, evidenceOf({ decimals: 0, supply: 1n }))).toMatchObject({
    code: 'NON_FUNGIBLE',
    evidence: { decimals: 0, supply: '1' },
  });
});

it('has nothing to say of more pieces, and of smaller ones', () => {
  expect(foundBy(singleItem, evidenceOf({ decimals: 0, supply: 2n }))).toBe('clear');
  expect(foundBy(singleItem, evidenceOf({ decimals: 0, supply: 0n }))).toBe('clear');
  expect(foundBy(singleItem, evidenceOf({ decimals: 1, supply: 1n }))).toBe('clear');
});
