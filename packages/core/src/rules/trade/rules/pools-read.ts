import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { TradedPool } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { decidingUnpriced, poolNames } from '../pools.ts';

/**
 * Where no route carries the trade, was everything priced that could? A pool of an unknown variant is not passed over when it
 * would be the best one.
 */
export const poolsRead = tradeRule({
  id: 'pools-read',
  needs: ['mint', 'pools', 'cost'],
  codes: {
    POOLS_NOT_READ: {
      severity: 'medium',
      allows: 'UNKNOWN',
      unread: 'pools',
      meaning:
        'There is liquidity, or it cannot be excluded, that could not be priced, and no other pool carries the trade.',
      action: 'Nothing is guessed and nothing was charged. Ask again later, or price the pools of the mint yourself.',
    },
  },
  judge({ pools, cost }) {
    if (cost.trip !== null) return notApplicable;
    const unpriced = decidingUnpriced(pools);
    return unpriced.length > 0 ? raised([poolsReason(unpriced)]) : clear;
  },
});

function poolsReason(pools: readonly TradedPool[]) {
  const [first] = pools;
  const why = first?.refusal ? `: ${first.refusal.detail}` : '';
  const message = `No route carries the trade, and ${counted(pools.length, 'pool')} could not be priced${why}.`;
  const refused = [...new Set(pools.map(({ refusal }) => refusal?.refused ?? 'no_cost'))].join(', ');
  return reason('POOLS_NOT_READ', { unpriced_pools: pools.length, pools: poolNames(pools), refused }, message);
}
