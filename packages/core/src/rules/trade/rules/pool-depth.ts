import { notApplicable, raised } from '../../rule.ts';
import type { TradedPool } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { routePools } from '../pools.ts';

/** A pool whose smaller side is worth less than the larger one divided by this has one side only. */
const ONE_SIDED_RATIO = 10n;

/** ... and so is one with less than this near the price at any size: 10 SOL leave with one holder. */
const THIN_LAMPORTS = 10_000_000_000n;

/** A route whose pools have less than this many times the size near the price is thin: the purchase moves the price of a plain pool by a tenth. */
const THIN_TIMES_SIZE = 20n;

/** Do the pools of the route have much more than the size near the price, on both sides? */
export const poolDepth = tradeRule({
  id: 'pool-depth',
  needs: ['pools', 'cost'],
  flags: {
    THIN_POOL: 'Near the price the pools of the route have less than 20 times the size, or less than 10 SOL.',
    ONE_SIDED_POOL: 'One side of a pool of the route is worth less than a tenth of the other.',
  },
  judge({ pools, cost: { trip } }) {
    if (trip === null) return notApplicable;
    const used = routePools(pools, trip).filter(({ depthLamports }) => depthLamports !== null);
    const held = used.reduce((sum, { depthLamports }) => sum + (depthLamports ?? 0n), 0n);
    const thin = used.length > 0 && (held < trip.size * THIN_TIMES_SIZE || held < THIN_LAMPORTS);
    return raised([], [...(thin ? ['THIN_POOL'] : []), ...(used.some(oneSided) ? ['ONE_SIDED_POOL'] : [])]);
  },
});

/** Both sides valued in lamports at the margin. An empty pool has no side. */
function oneSided({ depthLamports, depthTokensLamports }: TradedPool): boolean {
  if (depthLamports === null || depthTokensLamports === null) return false;
  const [one, other] = [depthLamports, depthTokensLamports];
  return one * ONE_SIDED_RATIO < other || other * ONE_SIDED_RATIO < one;
}
