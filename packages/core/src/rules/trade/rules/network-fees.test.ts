import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  cost,
  foundBy,
  network,
  routelessEvidence,
  tradeEvidence,
  trip,
} from '../../../../test/support/trade-evidence.ts';
import { networkFees } from './network-fees.ts';

const costing = (lamports: bigint) => tradeEvidence({ cost: known(cost({ trip: trip({ cost: lamports }) })) });

it('flags a priority that was assumed', () => {
  const assumed = known(network({ priorityIsAssumed: true }));
  expect(foundBy(networkFees, tradeEvidence())).toEqual([]);
  expect(foundBy(networkFees, tradeEvidence({ network: assumed }))).toEqual(['PRIORITY_FEE_ASSUMED']);
});

it('flags a cost of which the network takes more than half', () => {
  expect(foundBy(networkFees, costing(100_000n))).toEqual([]);
  expect(foundBy(networkFees, costing(99_999n))).toEqual(['NETWORK_FEES_DOMINATE']);
  expect(foundBy(networkFees, routelessEvidence([]))).toEqual([]);
});
