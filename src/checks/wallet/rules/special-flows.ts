import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Does most of the SOL move through liquidity, lending, NFTs or orders? */
export const specialFlows = ruleFor<JudgedEvidence>()({
  id: 'special-flows',
  needs: ['figures'],
  codes: ['LP_OR_PERP_DOMINATED'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found(missed('LP_OR_PERP_DOMINATED', figures.specialFlowBps));
  },
});
