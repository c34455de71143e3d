import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { type FunderEvidence, isHub } from '../evidence.ts';
import { SIBLINGS_MIN } from '../policy.ts';

/** Did an unlabelled source, not a hub, fund at least five fresh accounts alike at about the same time? */
export const siblings = ruleFor<FunderEvidence>()({
  id: 'siblings',
  needs: ['source', 'sourceActivity', 'siblings'],
  codes: [],
  flags: ['SIBLINGS'],
  judge({ source, sourceActivity, siblings: found }) {
    if (!source || source.label || !sourceActivity || isHub(sourceActivity) || !found) return notApplicable;
    return found.fresh >= SIBLINGS_MIN ? raised([], ['SIBLINGS']) : clear;
  },
});
