import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, pool, refusedPool, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { unusedPools } from './unused-pools.ts';

const beside = (...args: Parameters<typeof refusedPool>) =>
  foundBy(unusedPools, tradeEvidence({ pools: known([pool(), refusedPool(...args)]) }));

it.each([
  ['unknown_variant', 'UNPRICED_POOL'],
  ['inconsistent', 'UNPRICED_POOL'],
  ['wrong_layout', 'UNPRICED_POOL'],
  ['no_way_to_sol', 'OTHER_PAIR_POOL'],
  ['disabled', 'CLOSED_POOL'],
  ['not_open', 'CLOSED_POOL'],
  ['completed', 'CLOSED_POOL'],
])('flags a pool that is %s', (refused, flag) => {
  expect(beside(refused)).toEqual([flag]);
});

it('says nothing of a pool that is too small', () => {
  expect(beside('insufficient_liquidity', 'buy')).toEqual([]);
  expect(foundBy(unusedPools, tradeEvidence())).toEqual([]);
});
