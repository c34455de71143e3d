import { expect, it } from 'vitest';
import { missing } from '#lib/reading.ts';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { specialFlows } from './special-flows.ts';

it('allows half of the flow to be no trading, and no more', () => {
  expect(foundBy(specialFlows, judged({}, { specialFlowBps: 5000 }))).toBe('clear');
  expect(foundBy(specialFlows, judged({}, { specialFlowBps: 5001 }))).toEqual(['LP_OR_PERP_DOMINATED']);
  expect(foundBy(specialFlows, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
