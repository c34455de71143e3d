import { expect, it } from 'vitest';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { costMethod } from './cost-method.ts';

it('allows a quarter of turnover between the methods, and one sign', () => {
  const by = (realizedPnl: bigint, averagePnl: bigint) => judged({}, { turnover: 40n, realizedPnl, averagePnl });
  expect(foundBy(costMethod, by(20n, 10n))).toBe('clear');
  expect(foundBy(costMethod, by(21n, 10n))).toEqual(['COST_METHOD_SENSITIVE', 'COST_METHOD_SENSITIVE']);
  expect(foundBy(costMethod, by(1n, 0n))).toEqual(['COST_METHOD_SENSITIVE', 'COST_METHOD_SENSITIVE']);
  expect(foundBy(costMethod, by(-1n, 0n))).toBe('clear');
});
