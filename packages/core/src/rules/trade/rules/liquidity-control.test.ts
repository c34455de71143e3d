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
import { liquidityControl } from './liquidity-control.ts';

const locked = (lockedLiquidityBps: number | null) =>
  foundBy(liquidityControl, tradeEvidence({ pools: known([pool({ lockedLiquidityBps })]) }));

it('flags liquidity of which less than half is locked, or nobody knows', () => {
  expect(locked(5_000)).toBe('clear');
  expect(locked(4_999)).toEqual(['LIQUIDITY_WITHDRAWABLE']);
  expect(locked(null)).toEqual(['LIQUIDITY_CONTROL_UNKNOWN']);
});

it('looks at the largest pool of the route', () => {
  const small = pool({ address: key(11), depthLamports: 5n, lockedLiquidityBps: 0 });
  const evidence = tradeEvidence({
    pools: known([small, pool()]),
    cost: known(cost({ trip: tripThrough([small], [pool()]) })),
  });
  expect(foundBy(liquidityControl, evidence)).toBe('clear');
  expect(foundBy(liquidityControl, routelessEvidence([pool()]))).toBe('not_applicable');
});
