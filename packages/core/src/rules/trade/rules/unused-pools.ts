import { raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';
import { leadsElsewhere, poolsIn } from '../pools.ts';

/** Were pools found that have no part in the price? One that is only too small is no news. */
export const unusedPools = tradeRule({
  id: 'unused-pools',
  needs: ['pools'],
  flags: {
    UNPRICED_POOL:
      'A pool that was found could not be priced: an unknown variant, or accounts that contradict each other.',
    OTHER_PAIR_POOL: 'A pool that was found trades against a token without a known way to SOL.',
    CLOSED_POOL: 'A pool that was found is switched off, not yet open or completed.',
  },
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
