import { clear, notApplicable, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';
import { largestPool } from '../pools.ts';

/** Liquidity of which less than this is locked can leave, in basis points: half. */
const LOCKED_SHARE_BPS_MIN = 5_000;

/** Can the liquidity that the price rests on be taken away? */
export const liquidityControl = tradeRule({
  id: 'liquidity-control',
  needs: ['pools', 'cost'],
  flags: {
    LIQUIDITY_WITHDRAWABLE:
      'Less than half of the liquidity of the largest pool of the route was burned or is locked by its venue. What other lockers keep is not read here; the token check reads it.',
    LIQUIDITY_CONTROL_UNKNOWN:
      'How much of the liquidity of the largest pool of the route can be withdrawn is not known.',
  },
  judge({ pools, cost: { trip } }) {
    const largest = trip && largestPool(pools, trip);
    if (!largest) return notApplicable;
    if (largest.lockedLiquidityBps === null) return raised([], ['LIQUIDITY_CONTROL_UNKNOWN']);
    return largest.lockedLiquidityBps < LOCKED_SHARE_BPS_MIN ? raised([], ['LIQUIDITY_WITHDRAWABLE']) : clear;
  },
});
