import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { DEPTH_LOW_USD_MICROS, deepestOf, depthFacts, depthInWords, isUnmeasured } from '../depth.ts';
import type { LiquidityFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Depth from which a pool is alive, in millionths of a US dollar: Solidus counts pools below 1,000 dollars as dead. */
const DEPTH_VERY_LOW_USD_MICROS = 1_000_000_000n;

/** Does enough trade near the price of the deepest pool? Where some liquidity was not measured, low liquidity is not proven. */
export const liquidityDepth = notForWrappedSol(
  tokenRule({
    id: 'liquidity-depth',
    needs: ['mint', 'liquidity'],
    codes: {
      LIQUIDITY_VERY_LOW: {
        severity: 'high',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'Less than 1,000 US dollars trade near the price of the deepest pool.',
        action: 'Expect that even a small sale takes most of it.',
      },
      LIQUIDITY_LOW: {
        severity: 'medium',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'Less than 10,000 US dollars trade near the price of the deepest pool.',
        action: 'Keep the position small against the depth, and ask the trade check for its cost.',
      },
    },
    judge({ liquidity }) {
      if (liquidity.pools.length === 0) return notApplicable;
      if (isUnmeasured(liquidity)) return clear;
      const deepest = deepestOf(liquidity);
      if (deepest === null) return raised([worthlessReason(liquidity)]);
      if (deepest.usdMicros >= DEPTH_LOW_USD_MICROS) return clear;
      const code = deepest.usdMicros < DEPTH_VERY_LOW_USD_MICROS ? 'LIQUIDITY_VERY_LOW' : 'LIQUIDITY_LOW';
      const message = `Near the price of the deepest pool ${depthInWords(deepest)} trade.`;
      return raised([reason(code, depthFacts(deepest), message)]);
    },
  }),
);

/** Closed pools, empty ones and pools against an unpriced token leave nothing to sell into. */
function worthlessReason({ pools }: LiquidityFacts) {
  const refused = [...new Set(pools.flatMap((pool) => pool.refused ?? []))].sort().join(', ');
  const message = `Among ${counted(pools.length, 'pool')} there is none with a price whose other side has a known worth.`;
  return reason('LIQUIDITY_VERY_LOW', { pools: pools.length, refused }, message);
}
