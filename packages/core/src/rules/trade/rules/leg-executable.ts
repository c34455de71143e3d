import { clear, notApplicable, raised, reason } from '../../rule.ts';
import type { TradedPool } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { frozenPools, obstacleOf, poolNames, poolsIn } from '../pools.ts';

/** Does one of the pools let the mint be bought and sold again, at any size? */
export const legExecutable = tradeRule({
  id: 'leg-executable',
  needs: ['mint', 'pools', 'cost'],
  codes: {
    LEG_NOT_EXECUTABLE: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      meaning: 'Pools of the mint exist, and none of them lets it be both bought and sold now.',
      action:
        'Do not buy. Look at the leg in the evidence: what cannot be sold is lost, what is not open may open later.',
    },
  },
  judge({ pools, cost }) {
    if (cost.trip !== null) return notApplicable;
    // Frozen vaults have a code of their own.
    if (obstacleOf(pools, cost) !== 'leg' || frozenPools(pools).length > 0) return clear;
    const refusing = [...poolsIn(pools, 'closed'), ...poolsIn(pools, 'short')];
    const leg = legOf(refusing);
    const refused = [...new Set(refusing.flatMap(({ refusal }) => refusal?.refused ?? []))].join(', ');
    const what = { buy: 'bought', sell: 'sold', both: 'traded' }[leg];
    const count = refusing.length;
    const none = count === 1 ? 'The only known pool does not let' : `None of the ${count} known pools lets`;
    const first = refusing[0]?.refusal?.detail ?? refused;
    const message = `${none} the mint be ${what}: ${first}.`;
    return raised([reason('LEG_NOT_EXECUTABLE', { leg, refused, pools: poolNames(refusing) }, message)]);
  },
});

/** The leg that every pool refuses; `both` where a pool takes no trade at all, or they differ. */
function legOf(pools: readonly TradedPool[]): 'buy' | 'sell' | 'both' {
  const legs = new Set(pools.map(({ refusal }) => refusal?.leg ?? 'both'));
  const [only] = legs;
  return legs.size === 1 && only ? only : 'both';
}
