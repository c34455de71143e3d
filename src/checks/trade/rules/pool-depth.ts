import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { PoolFacts, TradeEvidence } from '../evidence.ts';
import { ONE_SIDED_RATIO, THIN_LAMPORTS, THIN_TIMES_SIZE } from '../policy.ts';
import { routePools } from '../pools.ts';

/** Do the pools of the route hold much more than the size, on both sides? */
export const poolDepth = ruleFor<TradeEvidence>()({
  id: 'pool-depth',
  needs: ['pools', 'cost'],
  codes: [],
  flags: ['THIN_POOL', 'ONE_SIDED_POOL'],
  judge({ pools, cost: { trip } }) {
    if (trip === null) return notApplicable;
    const used = routePools(pools, trip).filter(({ depthLamports }) => depthLamports !== null);
    const held = used.reduce((sum, { depthLamports }) => sum + (depthLamports ?? 0n), 0n);
    const thin = used.length > 0 && (held < trip.size * THIN_TIMES_SIZE || held < THIN_LAMPORTS);
    return raised([], [...(thin ? ['THIN_POOL'] : []), ...(used.some(oneSided) ? ['ONE_SIDED_POOL'] : [])]);
  },
});

/** Both sides valued in lamports at the margin. An empty pool has no side. */
function oneSided({ depthLamports, depthTokensLamports }: PoolFacts): boolean {
  if (depthLamports === null || depthTokensLamports === null) return false;
  const [one, other] = [depthLamports, depthTokensLamports];
  return one * ONE_SIDED_RATIO < other || other * ONE_SIDED_RATIO < one;
}
