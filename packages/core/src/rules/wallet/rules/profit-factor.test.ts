import { expect, it } from 'vitest';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { profitFactor } from './profit-factor.ts';

it('needs gains of 1.3 times the losses, and takes gains without a loss', () => {
  expect(foundBy(profitFactor, judged({}, { profitFactorPercent: 130 }))).toBe('clear');
  expect(foundBy(profitFactor, judged({}, { profitFactorPercent: 129 }))).toEqual(['LOW_PROFIT_FACTOR']);
  expect(foundBy(profitFactor, judged({}, { profitFactorPercent: null }))).toBe('clear');
  expect(foundBy(profitFactor, judged({}, { closed: 0, profitFactorPercent: 0 }))).toBe('not_applicable');
});
