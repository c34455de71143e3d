import { expect, it } from 'vitest';
import { foundBy, judged, SOL } from '../../../../test/support/wallet-evidence.ts';
import { sampleSize } from './sample-size.ts';

it('needs 30 round trips, as much as 15 even ones, of 15 mints on 14 days for 10 SOL', () => {
  const just = { closed: 30, evenTrips: 15, mints: 15, activeDays: 14, cost: 10n * SOL };
  expect(foundBy(sampleSize, judged({}, just))).toBe('clear');
});

it.each([
  ['TOO_FEW_CLOSED_TRADES', { closed: 29 }],
  ['SIZES_TOO_UNEVEN', { evenTrips: 14 }],
  ['TOO_FEW_MINTS', { mints: 14 }],
  ['TOO_FEW_ACTIVE_DAYS', { activeDays: 13 }],
  ['LOW_TURNOVER', { cost: 10n * SOL - 1n }],
])('says %s below that', (code, changes) => expect(foundBy(sampleSize, judged({}, changes))).toEqual([code]));
