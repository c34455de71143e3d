import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { counted } from '../../words.ts';
import { deepestOf, depthFacts, isUnmeasured } from '../depth.ts';
import type { LiquidityFacts, TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { DEPTH_LOW_USD_MICROS } from '../thresholds.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Was all liquidity measured that was seen, or at least enough of it? */
export const liquidityMeasured = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'liquidity-measured',
    needs: ['mint', 'liquidity'],
    codes: ['LIQUIDITY_UNAVAILABLE'],
    flags: ['LIQUIDITY_UNMEASURED'],
    judge({ mint, liquidity }) {
      if (mint.is !== 'mint' || liquidity === null) return notApplicable;
      if (!isUnmeasured(liquidity)) return clear;
      const isEnough = (deepestOf(liquidity)?.usdMicros ?? 0n) >= DEPTH_LOW_USD_MICROS;
      return isEnough ? raised([], ['LIQUIDITY_UNMEASURED']) : raised([unmeasuredReason(liquidity)]);
    },
  }),
);

function unmeasuredReason(liquidity: LiquidityFacts) {
  const { pools, unmeasured } = liquidity;
  const refused = pools.filter((pool) => pool.refused !== null);
  const deepest = deepestOf(liquidity);
  const evidence = {
    pools_without_price: refused.length,
    refused: [...new Set(refused.map((pool) => pool.refused))].sort().join(', '),
    accounts_without_pool: unmeasured.length,
    venues: [...new Set([...refused, ...unmeasured].map(({ venue }) => venue))].sort().join(', '),
    ...(deepest ? depthFacts(deepest) : {}),
  };
  const seen = `${counted(refused.length, 'pool')} without a price and ${counted(unmeasured.length, 'large account')} of no known pool`;
  return reason('LIQUIDITY_UNAVAILABLE', evidence, `Liquidity was seen that could not be measured: ${seen}.`);
}
