import { expect, it } from 'vitest';
import { missing } from '#lib/reading.ts';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { transferredOut } from './transferred-out.ts';

it('allows 15 percent of the cost to leave without a sale, and no more', () => {
  expect(foundBy(transferredOut, judged({}, { transferredOutBps: 1500 }))).toBe('clear');
  expect(foundBy(transferredOut, judged({}, { transferredOutBps: 1501 }))).toEqual(['TRANSFERRED_OUT']);
  expect(foundBy(transferredOut, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
