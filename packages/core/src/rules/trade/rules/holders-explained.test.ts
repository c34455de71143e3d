import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holders,
  reasonOf,
  refusedPool,
  routelessEvidence,
  strangeHolder,
  tradeEvidence,
  unpricedHolder,
} from '../../../../test/support/trade-evidence.ts';
import { judgeTrade } from '../verdict.ts';
import { holdersExplained } from './holders-explained.ts';

const shown = known(holders({ unpriced: [unpricedHolder] }));

it('accepts holders that show liquidity where no pool was found', () => {
  expect(reasonOf(holdersExplained, routelessEvidence([], { holders: shown }))).toMatchObject({
    code: 'POOLS_NOT_READ',
    evidence: { venues: 'raydium_clmm', accounts: unpricedHolder.account },
  });
});

it('names the program that nobody knows where it may be the market', () => {
  const strange = routelessEvidence([], { holders: known(holders({ strangers: [strangeHolder] })) });
  expect(reasonOf(holdersExplained, strange)).toMatchObject({
    code: 'POOLS_NOT_READ',
    message: expect.stringContaining(strangeHolder.program),
    evidence: { programs: strangeHolder.program, accounts: strangeHolder.account },
  });
  const { verdict, gaps } = judgeTrade(strange);
  expect([verdict, gaps[0]?.detail]).toEqual(['UNKNOWN', expect.stringContaining(strangeHolder.program)]);
});

it('has nothing to explain elsewhere', () => {
  expect(foundBy(holdersExplained, routelessEvidence([]))).toBe('clear');
  expect(foundBy(holdersExplained, tradeEvidence({ holders: shown }))).toBe('not_applicable');
  const found = routelessEvidence([refusedPool('disabled')], { holders: shown });
  expect(foundBy(holdersExplained, found)).toBe('not_applicable');
  expect(foundBy(holdersExplained, routelessEvidence([], { holders: missing('holders', 'deadline') }))).toBe('unknown');
});
