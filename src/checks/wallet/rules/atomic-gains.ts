import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Are gains without a token, within one transaction, a large part of what is done? */
export const atomicGains = ruleFor<JudgedEvidence>()({
  id: 'atomic-gains',
  needs: ['figures'],
  codes: ['MEV_ATOMIC'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found(missed('MEV_ATOMIC', figures.behaviour.atomicShareBps));
  },
});
