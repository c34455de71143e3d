import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  cost,
  foundBy,
  key,
  pool,
  routelessEvidence,
  tradeEvidence,
  tripThrough,
} from '../../../../test/support/trade-evidence.ts';
import { judgeTrade } from '../verdict.ts';
import { boundedQuote } from './bounded-quote.ts';

const bounds = ['the fee may be lower'];
const bounded = pool({ bounds });

it('flags a bound of a pool of the route, and of no other', () => {
  expect(foundBy(boundedQuote, tradeEvidence())).toBe('clear');
  const through = cost({ trip: tripThrough([bounded]) });
  expect(foundBy(boundedQuote, tradeEvidence({ pools: known([bounded]), cost: known(through) }))).toEqual([
    'BOUNDED_QUOTE',
  ]);
  const other = pool({ address: key(11), bounds });
  expect(foundBy(boundedQuote, tradeEvidence({ pools: known([pool(), other]) }))).toBe('clear');
  expect(foundBy(boundedQuote, routelessEvidence([bounded]))).toBe('not_applicable');
});

it('flags that of a pool between SOL and a stable coin, which lowers the confidence as well', () => {
  const [hub, exact] = [pool({ address: key(12), bounds }), pool({ address: key(12) })];
  const by = (first: typeof hub) => tradeEvidence({ cost: known(cost({ trip: tripThrough([first, pool()]) })) });
  expect(foundBy(boundedQuote, by(hub))).toEqual(['BOUNDED_QUOTE']);
  expect(judgeTrade(by(hub)).confidencePercent).toBeLessThan(judgeTrade(by(exact)).confidencePercent);
});
