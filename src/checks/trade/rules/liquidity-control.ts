import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { LOCKED_SHARE_BPS_MIN } from '../policy.ts';
import { largestPool } from '../pools.ts';

/** Can the liquidity that the price rests on be taken away? */
export const liquidityControl = ruleFor<TradeEvidence>()({
  id: 'liquidity-control',
  needs: ['pools', 'cost'],
  codes: [],
  flags: ['LIQUIDITY_WITHDRAWABLE', 'LIQUIDITY_CONTROL_UNKNOWN'],
  judge({ pools, cost: { trip } }) {
    const largest = trip && largestPool(pools, trip);
    if (!largest) return notApplicable;
    if (largest.lockedLiquidityBps === null) return raised([], ['LIQUIDITY_CONTROL_UNKNOWN']);
    return largest.lockedLiquidityBps < LOCKED_SHARE_BPS_MIN ? raised([], ['LIQUIDITY_WITHDRAWABLE']) : clear;
  },
});
