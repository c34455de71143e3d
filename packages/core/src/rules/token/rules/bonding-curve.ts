import { clear, raised, reason } from '../../rule.ts';
import { deepestOf, poolsWithPrice } from '../depth.ts';
import type { LiquidityFacts, TokenPool } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Does the token still trade on its launch curve? */
export const bondingCurve = notForWrappedSol(
  tokenRule({
    id: 'bonding-curve',
    needs: ['mint', 'liquidity'],
    codes: {
      BONDING_CURVE_PHASE: {
        severity: 'medium',
        category: 'liquidity',
        certainty: 'state',
        meaning: 'The token still trades on its launch curve.',
        action: 'Most tokens never leave their curve; expect the price to follow few buyers.',
      },
    },
    judge({ liquidity }) {
      const main = mainPool(liquidity);
      if (!main?.isCurve) return clear;
      return raised([reason('BONDING_CURVE_PHASE', { pool: main.address, venue: main.venue })]);
    },
  }),
);

/** The deepest pool. Where no depth is known, the only pool with a price. */
function mainPool(liquidity: LiquidityFacts): TokenPool | undefined {
  const priced = poolsWithPrice(liquidity);
  return deepestOf(liquidity)?.pool ?? (priced.length === 1 ? priced[0] : undefined);
}
