import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { DEPTH_LOW_USD_MICROS, deepestOf, depthFacts, isUnmeasured } from '../depth.ts';
import type { LiquidityFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Was all liquidity measured that was seen, or at least enough of it? */
export const liquidityMeasured = notForWrappedSol(
  tokenRule({
    id: 'liquidity-measured',
    needs: ['mint', 'liquidity'],
    codes: {
      LIQUIDITY_UNAVAILABLE: {
        severity: 'medium',
        category: 'data',
        certainty: 'state',
        unread: { reading: 'liquidity', cause: 'unreadable' },
        meaning: 'Liquidity exists or may exist that could not be measured.',
        action: 'Nothing is claimed about depth. Ask again later, or of a service with another endpoint.',
      },
    },
    flags: {
      LIQUIDITY_UNMEASURED: 'Beside the liquidity that counts there is more that was not measured.',
    },
    judge({ liquidity }) {
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
