import { expect, it } from 'vitest';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { foundBy, tokenEvidence } from '../../../test/support/token-evidence.ts';
import { clear, type Rule } from '../rule.ts';
import type { TokenEvidence } from './evidence.ts';
import { notForWrappedSol } from './wrapped-sol.ts';

const always: Rule<TokenEvidence> = { id: 'always', codes: {}, flags: { B: 'A flag.' }, judge: () => clear };

it('keeps a rule as it is for every mint but wrapped SOL', () => {
  const rule = notForWrappedSol(always);
  expect(rule).toMatchObject({ id: 'always', codes: {}, flags: { B: 'A flag.' } });
  expect(foundBy(rule, tokenEvidence())).toBe('clear');
  expect(foundBy(rule, tokenEvidence({ subject: WRAPPED_SOL }))).toBe('not_applicable');
});
