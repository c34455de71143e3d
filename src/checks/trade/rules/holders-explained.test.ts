import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holders,
  reasonOf,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
  unpricedHolder,
} from '../../../../test/support/trade-evidence.ts';
import { holdersExplained } from './holders-explained.ts';

const shown = known(holders({ unpriced: [unpricedHolder] }));

it('believes holders that show liquidity where no pool was found', () => {
  expect(reasonOf(holdersExplained, routelessEvidence([], { holders: shown }))).toMatchObject({
    code: 'POOLS_NOT_READ',
    evidence: { venues: 'raydium_clmm', accounts: unpricedHolder.account },
  });
});

it('has nothing to explain elsewhere', () => {
  expect(foundBy(holdersExplained, routelessEvidence([]))).toBe('clear');
  expect(foundBy(holdersExplained, tradeEvidence({ holders: shown }))).toBe('not_applicable');
  const found = routelessEvidence([refusedPool('disabled')], { holders: shown });
  expect(foundBy(holdersExplained, found)).toBe('not_applicable');
  expect(foundBy(holdersExplained, routelessEvidence([], { holders: missing('holders', 'deadline') }))).toBe('unknown');
});
