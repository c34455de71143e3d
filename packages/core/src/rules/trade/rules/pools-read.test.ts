import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  foundBy,
  pool,
  reasonOf,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
} from '../../../../test/support/trade-evidence.ts';
import { poolsRead } from './pools-read.ts';

const short = refusedPool('insufficient_liquidity', 'buy', { depthTokens: 50n });

it.each(['unknown_variant', 'inconsistent', 'wrong_layout', 'account_missing', 'no_way_to_sol', 'not_read'])(
  'does not pass over a pool that is %s where no route carries the trade',
  (refused) => {
    expect(foundBy(poolsRead, routelessEvidence([refusedPool(refused)]))).toEqual(['POOLS_NOT_READ']);
    expect(foundBy(poolsRead, routelessEvidence([short, refusedPool(refused)]))).toEqual(['POOLS_NOT_READ']);
    expect(foundBy(poolsRead, tradeEvidence({ pools: known([pool(), refusedPool(refused)]) }))).toBe('not_applicable');
  },
);

it('passes over one that holds less than a pool which is too small', () => {
  const elsewhere = (depthTokens: bigint) => refusedPool('no_way_to_sol', null, { depthTokens });
  expect(foundBy(poolsRead, routelessEvidence([short, elsewhere(49n)]))).toBe('clear');
  expect(foundBy(poolsRead, routelessEvidence([short, elsewhere(50n)]))).toEqual(['POOLS_NOT_READ']);
});

it('names the pools and why', () => {
  const found = reasonOf(poolsRead, routelessEvidence([refusedPool('unknown_variant')]));
  expect(found?.message).toBe(
    'No route carries the trade, and 1 pool could not be priced: the pool is unknown_variant.',
  );
  expect(found?.evidence).toMatchObject({ unpriced_pools: 1, refused: 'unknown_variant' });
});

it('does not pass over a pool that was read and still has no cost', () => {
  const found = reasonOf(poolsRead, routelessEvidence([pool({ costBps: null })]));
  expect(found?.evidence).toMatchObject({ unpriced_pools: 1, refused: 'no_cost' });
});

it('leaves pools that were read to other rules', () => {
  expect(foundBy(poolsRead, routelessEvidence([short, refusedPool('disabled')]))).toBe('clear');
});
