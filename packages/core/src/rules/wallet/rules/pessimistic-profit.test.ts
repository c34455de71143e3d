import { expect, it } from 'vitest';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { pessimisticProfit } from './pessimistic-profit.ts';

it('needs a lamport of profit after everything that may be a loss', () => {
  expect(foundBy(pessimisticProfit, judged({}, { pessimisticPnl: 1n }))).toBe('clear');
  expect(foundBy(pessimisticProfit, judged({}, { pessimisticPnl: 0n }))).toEqual(['PESSIMISTIC_PNL_NEGATIVE']);
  expect(foundBy(pessimisticProfit, judged({}, { closed: 0, pessimisticPnl: 0n }))).toBe('not_applicable');
});
