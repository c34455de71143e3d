import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  cost,
  foundBy,
  key,
  pool,
  routelessEvidence,
  tradeEvidence,
  trip,
  tripThrough,
} from '../../../../test/support/trade-evidence.ts';
import { poolDepth } from './pool-depth.ts';

const SOL = 1_000_000_000n;
const holding = (over: Parameters<typeof pool>[0]) => foundBy(poolDepth, tradeEvidence({ pools: known([pool(over)]) }));
const balanced = (lamports: bigint) => ({ depthLamports: lamports, depthTokensLamports: lamports });

it('flags pools of less than 10 SOL, whatever the size', () => {
  expect(holding(balanced(10n * SOL))).toEqual([]);
  expect(holding(balanced(10n * SOL - 1n))).toEqual(['THIN_POOL']);
});

it('flags pools of less than 20 times the size, all of the route together', () => {
  const size = trip({ size: 10n * SOL + 1n });
  expect(foundBy(poolDepth, tradeEvidence({ cost: known(cost({ trip: size })) }))).toEqual(['THIN_POOL']);
  const [first, second] = [pool(), pool({ address: key(11) })];
  const split = { ...tripThrough([first], [second]), size: 20n * SOL };
  const evidence = tradeEvidence({ pools: known([first, second]), cost: known(cost({ trip: split })) });
  expect(foundBy(poolDepth, evidence)).toEqual([]);
});

it('flags a pool of which one side is worth less than a tenth of the other', () => {
  expect(holding({ depthTokensLamports: 20n * SOL })).toEqual([]);
  expect(holding({ depthTokensLamports: 20n * SOL - 1n })).toEqual(['ONE_SIDED_POOL']);
  expect(holding({ depthTokensLamports: 2_000n * SOL + 1n })).toEqual(['ONE_SIDED_POOL']);
});

it('says nothing of pools that it knows nothing of', () => {
  expect(holding({ depthLamports: null })).toEqual([]);
  expect(holding({ depthTokens: null })).toEqual([]);
  expect(holding({ depthTokensLamports: null })).toEqual([]);
  expect(foundBy(poolDepth, routelessEvidence([pool()]))).toBe('not_applicable');
});
