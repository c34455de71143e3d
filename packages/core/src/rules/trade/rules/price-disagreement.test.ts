import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { cost, foundBy, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { priceDisagreement } from './price-disagreement.ts';

const apart = (disagreementBps: number | null) =>
  foundBy(priceDisagreement, tradeEvidence({ cost: known(cost({ disagreementBps })) }));

it('flags prices that lie more than 5 percent apart', () => {
  expect(apart(500)).toBe('clear');
  expect(apart(501)).toEqual(['PRICE_DISAGREEMENT']);
  expect(apart(null)).toBe('clear');
});
