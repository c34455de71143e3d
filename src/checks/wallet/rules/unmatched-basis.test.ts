import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { unmatchedBasis } from './unmatched-basis.ts';

it('allows a tenth of the proceeds to be of unknown basis, and no more', () => {
  expect(foundBy(unmatchedBasis, judged({}, { unmatchedBps: 1000 }))).toBe('clear');
  expect(foundBy(unmatchedBasis, judged({}, { unmatchedBps: 1001 }))).toEqual(['UNMATCHED_BASIS']);
  expect(foundBy(unmatchedBasis, judged({ book: known(null) }))).toBe('not_applicable');
  expect(foundBy(unmatchedBasis, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
