import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { deepestOf, pricedPools } from '../depth.ts';
import type { LiquidityFacts, TokenEvidence, TokenPool } from '../evidence.ts';
import { reason } from '../reason.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Does the token still trade on its launch curve? */
export const bondingCurve = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'bonding-curve',
    needs: ['mint', 'liquidity'],
    codes: ['BONDING_CURVE_PHASE'],
    judge({ mint, liquidity }) {
      if (mint.is !== 'mint' || liquidity === null) return notApplicable;
      const main = mainPool(liquidity);
      if (!main?.isCurve) return clear;
      return raised([reason('BONDING_CURVE_PHASE', { pool: main.address, venue: main.venue })]);
    },
  }),
);

/** The deepest pool; where no depth can be told, the one with a price, if it is the only one. */
function mainPool(liquidity: LiquidityFacts): TokenPool | undefined {
  const priced = pricedPools(liquidity);
  return deepestOf(liquidity)?.pool ?? (priced.length === 1 ? priced[0] : undefined);
}
