import { expect, it } from 'vitest';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { bothHalves } from './both-halves.ts';

it('needs a profit of each half, and tells one good half from none', () => {
  expect(foundBy(bothHalves, judged({}, { firstHalfPnl: 1n, secondHalfPnl: 1n }))).toBe('clear');
  expect(foundBy(bothHalves, judged({}, { secondHalfPnl: 0n }))).toEqual(['HALF_NEGATIVE', 'ONE_REGIME']);
  expect(foundBy(bothHalves, judged({}, { firstHalfPnl: 0n, secondHalfPnl: -1n }))).toEqual(['HALF_NEGATIVE']);
  expect(foundBy(bothHalves, judged({}, { closed: 0, firstHalfPnl: 0n }))).toBe('not_applicable');
});
