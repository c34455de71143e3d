import { clear, raised, reason } from '../../rule.ts';
import { isUnmeasured } from '../depth.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Is there anything that trades the token? */
export const liquidityFound = notForWrappedSol(
  tokenRule({
    id: 'liquidity-found',
    needs: ['mint', 'liquidity'],
    codes: {
      LIQUIDITY_NONE_FOUND: {
        severity: 'high',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'No pool that is known here trades the token, and no large holder is one.',
        action: 'Do not buy where you cannot sell; a venue that is not known here is not excluded.',
      },
    },
    judge({ liquidity }) {
      if (liquidity.pools.length > 0 || isUnmeasured(liquidity)) return clear;
      return raised([reason('LIQUIDITY_NONE_FOUND', { pools: 0 })]);
    },
  }),
);
