import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, key, pool, routelessEvidence, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { boundedQuote } from './bounded-quote.ts';

const bounds = ['the fee may be lower'];

it('flags a bound of a pool of the route, and of no other', () => {
  expect(foundBy(boundedQuote, tradeEvidence())).toBe('clear');
  expect(foundBy(boundedQuote, tradeEvidence({ pools: known([pool({ bounds })]) }))).toEqual(['BOUNDED_QUOTE']);
  const other = pool({ address: key(11), bounds });
  expect(foundBy(boundedQuote, tradeEvidence({ pools: known([pool(), other]) }))).toBe('clear');
  expect(foundBy(boundedQuote, routelessEvidence([pool({ bounds })]))).toBe('not_applicable');
});
