import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { openBags } from './open-bags.ts';

it('allows three tenths of the cost to lie in open positions, and no more', () => {
  expect(foundBy(openBags, judged({}, { openBasisBps: 3000 }))).toBe('clear');
  expect(foundBy(openBags, judged({}, { openBasisBps: 3001 }))).toEqual(['OPEN_BAGS']);
  expect(foundBy(openBags, judged({ book: known(null) }))).toBe('not_applicable');
  expect(foundBy(openBags, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
