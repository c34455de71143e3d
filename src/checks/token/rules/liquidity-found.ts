import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { isUnmeasured } from '../depth.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Is there anything that trades the token? */
export const liquidityFound = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'liquidity-found',
    needs: ['mint', 'liquidity'],
    codes: ['LIQUIDITY_NONE_FOUND'],
    judge({ mint, liquidity }) {
      if (mint.is !== 'mint' || liquidity === null) return notApplicable;
      if (liquidity.pools.length > 0 || isUnmeasured(liquidity)) return clear;
      return raised([reason('LIQUIDITY_NONE_FOUND', { pools: 0 })]);
    },
  }),
);
