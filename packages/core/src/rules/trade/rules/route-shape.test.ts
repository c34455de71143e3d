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
import type { TradedPool } from '../evidence.ts';
import { routeShape } from './route-shape.ts';

const [first, second] = [pool(), pool({ address: key(11), venue: 'raydium_cpmm' })];
const through = (...parts: readonly (readonly TradedPool[])[]) =>
  tradeEvidence({ cost: known(cost({ trip: tripThrough(...parts) })) });

it('flags a split, two hops and a bonding curve', () => {
  expect(foundBy(routeShape, through([first]))).toEqual([]);
  expect(foundBy(routeShape, through([first], [second]))).toEqual(['SPLIT_ROUTE']);
  expect(foundBy(routeShape, through([second, first]))).toEqual(['TWO_HOP_ROUTE']);
  expect(foundBy(routeShape, routelessEvidence([]))).toBe('not_applicable');
});

it.each(['pump_curve', 'raydium_launchlab', 'meteora_dbc'])('knows %s as a curve', (venue) => {
  expect(foundBy(routeShape, through([pool({ venue })]))).toEqual(['BONDING_CURVE']);
});
