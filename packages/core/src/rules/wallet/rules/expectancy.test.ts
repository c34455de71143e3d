import { expect, it } from 'vitest';
import { figures, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import type { Figures } from '../book-figures.ts';
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

it('proves a loss in another currency, where its record is large enough for a verdict', () => {
  const losing = (changes: Partial<Figures>) =>
    judged({}, {}, [
      figures({
        currency: 'usd',
        cost: 400_000_000n,
        realizedPnl: -1n,
        pessimisticPnl: -1n,
        ...expect99(-900, -1),
        ...changes,
      }),
    ]);
  expect(foundBy(expectancy, losing({}))).toEqual(['NEGATIVE_EXPECTANCY']);
  for (const small of [{ cost: 399_999_999n }, { closed: 29 }, { mints: 9 }, { activeDays: 6 }])
    expect(foundBy(expectancy, losing(small))).toEqual(['POSITIVE_EXPECTANCY_LCB99']);
});
