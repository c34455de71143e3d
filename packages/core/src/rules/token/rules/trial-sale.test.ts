import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import type { TrialSale } from '../evidence/sale.ts';
import { trialSale } from './trial-sale.ts';

const tried = (value: TrialSale) => tokenEvidence({ trialSale: known(value) });

it.each([
  ['hook', 'SELL_BLOCKED_HOOK'],
  ['token_program', 'SELL_BLOCKED_FROZEN'],
] as const)('raises a sale that the %s refused', (by, code) => {
  expect(reasonOf(trialSale, tried({ sold: false, by, error: 'error 17' }))).toMatchObject({
    code,
    severity: 'critical',
    evidence: { error: 'error 17' },
  });
});

it('flags a sale that passed, and one that could not be tried', () => {
  expect(foundBy(trialSale, tokenEvidence())).toEqual(['SELL_SIM_OK']);
  expect(foundBy(trialSale, tried(null))).toEqual(['SELL_SIM_UNAVAILABLE']);
  expect(foundBy(trialSale, tried({ sold: false, by: null, error: 'error 1' }))).toEqual(['SELL_SIM_UNAVAILABLE']);
});

it('needs a trial', () => {
  expect(foundBy(trialSale, tokenEvidence({ trialSale: missing('trialSale', 'rpc_unavailable') }))).toBe('unknown');
});
