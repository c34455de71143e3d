import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Does the gain come from sales that emptied their pools? */
export const thinPools = ruleFor<JudgedEvidence>()({
  id: 'thin-pools',
  needs: ['figures'],
  codes: ['THIN_POOL_PROFIT'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found(missed('THIN_POOL_PROFIT', figures.behaviour.thinPoolProfitBps));
  },
});
