import { expect, it } from 'vitest';
import { foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { luckyHits } from './lucky-hits.ts';

it('allows one hit two fifths of the gain, and needs a profit without the best', () => {
  expect(foundBy(luckyHits, judged({}, { top1Bps: 4_000 }))).toBe('clear');
  expect(foundBy(luckyHits, judged({}, { top1Bps: 4_001 }))).toEqual(['LUCKY_HIT']);
  expect(foundBy(luckyHits, judged({}, { pnlWithoutBest: 1n }))).toBe('clear');
  expect(foundBy(luckyHits, judged({}, { pnlWithoutBest: 0n, topTrades: [] }))).toEqual(['LEAVE_K_OUT_NEGATIVE']);
  expect(foundBy(luckyHits, judged({}, { closed: 0, top1Bps: null }))).toBe('not_applicable');
});
