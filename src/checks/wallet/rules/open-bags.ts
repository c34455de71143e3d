import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Does too much of the cost still lie in open positions? */
export const openBags = ruleFor<JudgedEvidence>()({
  id: 'open-bags',
  needs: ['figures'],
  codes: ['OPEN_BAGS'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found(missed('OPEN_BAGS', figures.openBasisBps));
  },
});
