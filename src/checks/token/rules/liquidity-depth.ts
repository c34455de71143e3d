import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { counted } from '../../words.ts';
import { deepestOf, depthFacts, depthInWords, isUnmeasured } from '../depth.ts';
import type { LiquidityFacts, TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { DEPTH_LOW_USD_MICROS, DEPTH_VERY_LOW_USD_MICROS } from '../thresholds.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Does the deepest pool hold enough to sell into? Where some liquidity was not measured, low liquidity is not proven. */
export const liquidityDepth = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'liquidity-depth',
    needs: ['mint', 'liquidity'],
    codes: ['LIQUIDITY_VERY_LOW', 'LIQUIDITY_LOW'],
    judge({ mint, liquidity }) {
      if (mint.is !== 'mint' || liquidity === null || liquidity.pools.length === 0) return notApplicable;
      if (isUnmeasured(liquidity)) return clear;
      const deepest = deepestOf(liquidity);
      if (deepest === null) return raised([worthlessReason(liquidity)]);
      if (deepest.usdMicros >= DEPTH_LOW_USD_MICROS) return clear;
      const code = deepest.usdMicros < DEPTH_VERY_LOW_USD_MICROS ? 'LIQUIDITY_VERY_LOW' : 'LIQUIDITY_LOW';
      const message = `The deepest pool holds ${depthInWords(deepest)} on its other side.`;
      return raised([reason(code, depthFacts(deepest), message)]);
    },
  }),
);

/** Where pools are closed, empty or against what nobody can price, nothing is there to sell into. */
function worthlessReason({ pools }: LiquidityFacts) {
  const refused = [...new Set(pools.flatMap((pool) => pool.refused ?? []))].sort().join(', ');
  const message = `Among ${counted(pools.length, 'pool')} there is none with a price whose other side has a known worth.`;
  return reason('LIQUIDITY_VERY_LOW', { pools: pools.length, refused }, message);
}
