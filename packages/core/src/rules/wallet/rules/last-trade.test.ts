import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, judged, NOW } from '../../../../test/support/wallet-evidence.ts';
import { lastTrade } from './last-trade.ts';

const DAY = 86_400;

it.each([
  ['14 days', 14 * DAY, 'clear'],
  ['a little more', 14 * DAY + 1, ['STALE']],
  ['30 days', 30 * DAY, ['STALE']],
  ['more than 30 days', 30 * DAY + 1, ['STALE', 'STALE']],
  ['no time at all, by a clock that is behind', -60, 'clear'],
])('of a last trade %s ago says the right thing', (_, seconds, found) => {
  expect(foundBy(lastTrade, judged({}, { lastTradeAt: NOW - seconds }))).toEqual(found);
});

it('says nothing without a trade or without the time', () => {
  expect(foundBy(lastTrade, judged({}, { lastTradeAt: null }))).toBe('not_applicable');
  const timeless = judged({ asOf: known({ slot: 1, commitment: 'finalized', time: null }) });
  expect(foundBy(lastTrade, timeless)).toBe('not_applicable');
});
