import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  cost,
  foundBy,
  holders,
  reasonOf,
  refusedPool,
  routelessEvidence,
  trip,
  unpricedHolder,
} from '../../../../test/support/trade-evidence.ts';
import { noPool } from './no-pool.ts';

it('says that there is no pool where both roads are empty', () => {
  expect(reasonOf(noPool, routelessEvidence([]))).toMatchObject({
    code: 'NO_POOL_FOUND',
    evidence: { pools: 0, holders_seen: 20 },
  });
});

it('does not say so of pools that refuse, of holders that show liquidity, and of a way without a pool', () => {
  expect(foundBy(noPool, routelessEvidence([refusedPool('disabled')]))).toBe('clear');
  const shown = holders({ unpriced: [unpricedHolder] });
  expect(foundBy(noPool, routelessEvidence([], { holders: known(shown) }))).toBe('clear');
  const wrapped = cost({ trip: trip({ route: [] }) });
  expect(foundBy(noPool, routelessEvidence([], { cost: known(wrapped) }))).toBe('clear');
});

it('needs the holders', () => {
  expect(foundBy(noPool, routelessEvidence([], { holders: missing('holders', 'deadline') }))).toBe('unknown');
});
