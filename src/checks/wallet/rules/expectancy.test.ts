import { expect, it } from 'vitest';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { expectancy } from './expectancy.ts';

const expect99 = (lowerBps: number, upperBps: number) => ({ expectancy: { lowerBps, upperBps } });

it.each([
  ['a lower bound above zero', expect99(1, 5_000), 'POSITIVE_EXPECTANCY_LCB99'],
  ['a lower bound of zero', expect99(0, 5_000), 'PNL_POSITIVE_NOT_SIGNIFICANT'],
  ['no bound at all', { expectancy: null }, 'PNL_POSITIVE_NOT_SIGNIFICANT'],
  ['no profit', { ...expect99(-900, 100), realizedPnl: 0n }, 'PNL_NOT_POSITIVE'],
  [
    'an upper bound below zero',
    { ...expect99(-900, -1), realizedPnl: -1n, pessimisticPnl: -1n },
    'NEGATIVE_EXPECTANCY',
  ],
  [
    'the same of 29 round trips',
    { ...expect99(-900, -1), realizedPnl: -1n, pessimisticPnl: -1n, closed: 29 },
    'PNL_NOT_POSITIVE',
  ],
  [
    'the same without a loss in all',
    { ...expect99(-900, -1), realizedPnl: -1n, pessimisticPnl: 0n },
    'PNL_NOT_POSITIVE',
  ],
])('of %s says the right thing', (_, changes, code) => {
  expect(foundBy(expectancy, judged({}, changes))).toEqual([code]);
});

it('says nothing of a wallet without a round trip', () => {
  expect(foundBy(expectancy, judged({}, { closed: 0 }))).toBe('not_applicable');
});
