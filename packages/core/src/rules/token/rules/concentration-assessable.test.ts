import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  mint,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { concentrationAssessable } from './concentration-assessable.ts';

const outside = (tokens: bigint) =>
  tokenEvidence({ holders: known(holdersOf(holder(0, { role: 'curve', tokens: SUPPLY - tokens }))) });

it('raises less than two percent of the supply outside of pools and curves', () => {
  expect(foundBy(concentrationAssessable, outside(SUPPLY / 50n))).toBe('clear');
  expect(reasonOf(concentrationAssessable, outside(SUPPLY / 50n - 1n))).toMatchObject({
    code: 'CONCENTRATION_NOT_ASSESSABLE',
    message: 'Of the supply 1.99 % circulates outside of pools, curves and burns.',
    evidence: { circulating: '19999999999999', supply: SUPPLY.toString(), circulating_bps: 199 },
  });
});

it('raises nothing that circulates', () => {
  expect(foundBy(concentrationAssessable, outside(0n))).toEqual(['CONCENTRATION_NOT_ASSESSABLE']);
});

it('asks of holders that were read', () => {
  expect(foundBy(concentrationAssessable, tokenEvidence({ holders: missing('holders', 'deadline') }))).toBe('unknown');
});

it('leaves a mint without supply to the rule that says so', () => {
  const evidence = tokenEvidence({ mint: known(mint({ supply: 0n })) });
  expect(concentrationAssessable.judge(evidence)).toEqual({ outcome: 'not_applicable' });
});
