import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  cost,
  foundBy,
  noCost,
  reasonOf,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
} from '../../../../test/support/trade-evidence.ts';
import { sizeFilled } from './size-filled.ts';

it.each(['insufficient_liquidity', 'not_read', 'overflow', 'amount_too_small'])(
  'raises a size that is %s',
  (refused) => {
    expect(foundBy(sizeFilled, routelessEvidence([refusedPool(refused, 'buy')]))).toEqual(['SIZE_NOT_FILLED']);
    expect(foundBy(sizeFilled, routelessEvidence([refusedPool(refused, 'buy'), refusedPool('disabled')]))).toEqual([
      'SIZE_NOT_FILLED',
    ]);
  },
);

it('names the largest size that stays within the bounds', () => {
  const { largest } = cost();
  const evidence = routelessEvidence([refusedPool('insufficient_liquidity', 'sell')], {
    cost: known(noCost({ largest })),
  });
  expect(reasonOf(sizeFilled, evidence)).toMatchObject({
    message:
      'The only pool that could be quoted does not carry the size: the pool is insufficient_liquidity. Up to 9 SOL can be traded within the bounds.',
    evidence: { leg: 'sell', largest_size_lamports: '9000000000' },
  });
});

it('leaves closed pools, unknown ones and routes to other rules', () => {
  const short = refusedPool('overflow', 'buy');
  expect(foundBy(sizeFilled, routelessEvidence([refusedPool('disabled')]))).toBe('clear');
  expect(foundBy(sizeFilled, routelessEvidence([short, refusedPool('inconsistent')]))).toBe('clear');
  expect(foundBy(sizeFilled, tradeEvidence())).toBe('not_applicable');
});
