import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  cost,
  foundBy,
  key,
  reasonOf,
  routelessEvidence,
  tradeEvidence,
  trip,
} from '../../../../test/support/trade-evidence.ts';
import { roundTripCost } from './round-trip-cost.ts';

const costing = (costBps: number) => tradeEvidence({ cost: known(cost({ trip: trip({ costBps }) })) });

it.each([
  [0, 'ROUND_TRIP_COST_LOW'],
  [300, 'ROUND_TRIP_COST_LOW'],
  [301, 'ROUND_TRIP_COST_ELEVATED'],
  [1_000, 'ROUND_TRIP_COST_ELEVATED'],
  [1_001, 'ROUND_TRIP_COST_HIGH'],
  [3_500, 'ROUND_TRIP_COST_HIGH'],
  [3_501, 'ROUND_TRIP_COST_EXCESSIVE'],
])('calls %i basis points %s', (costBps, code) => {
  expect(foundBy(roundTripCost, costing(costBps))).toEqual([code]);
});

it('says what it costs in SOL, and of what', () => {
  expect(reasonOf(roundTripCost, tradeEvidence())).toEqual({
    code: 'ROUND_TRIP_COST_LOW',
    severity: 'info',
    message: 'A round trip of 0.5 SOL costs 2.31 %: 0.01155 SOL. Sold again at once, it is 1.21 %.',
    evidence: {
      size_lamports: '500000000',
      tokens: '9880000000',
      back_lamports: '488450000',
      cost_lamports: '11550000',
      cost_bps: 231,
      floor_bps: 121,
      break_even_bps: 237,
      bound_bps: 300,
      price_impact_lamports: '5000000',
      venue_fees_lamports: '6500000',
      transfer_fees_lamports: '0',
      network_fees_lamports: '50000',
      pools: `pumpswap ${key(10)}`,
    },
  });
});

it('says nothing where there is no route or none was looked for', () => {
  expect(foundBy(roundTripCost, routelessEvidence([]))).toBe('not_applicable');
  expect(foundBy(roundTripCost, tradeEvidence({ cost: missing('cost', 'deadline') }))).toBe('unknown');
});
