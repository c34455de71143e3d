import { raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { leadsElsewhere, poolsIn } from '../pools.ts';

/** Were pools found that have no part in the price? One that is only too small is no news. */
export const unusedPools = ruleFor<TradeEvidence>()({
  id: 'unused-pools',
  needs: ['pools'],
  codes: [],
  flags: ['UNPRICED_POOL', 'OTHER_PAIR_POOL', 'CLOSED_POOL'],
  judge({ pools }) {
    const unpriced = poolsIn(pools, 'unpriced');
    return raised(
      [],
      [
        ...(unpriced.some((pool) => !leadsElsewhere(pool)) ? ['UNPRICED_POOL'] : []),
        ...(unpriced.some(leadsElsewhere) ? ['OTHER_PAIR_POOL'] : []),
        ...(poolsIn(pools, 'closed').length > 0 ? ['CLOSED_POOL'] : []),
      ],
    );
  },
});
