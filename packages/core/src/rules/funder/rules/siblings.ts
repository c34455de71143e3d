import { clear, notApplicable, raised } from '../../rule.ts';
import { isHub } from '../evidence.ts';
import { funderRule } from '../policy.ts';

/** Fresh accounts with like amounts at about the same time that make siblings, the subject included. */
const SIBLINGS_MIN = 5;

/** Did an unlabelled source, not a hub, fund at least five fresh accounts alike at about the same time? */
export const siblings = funderRule({
  id: 'siblings',
  needs: ['source', 'sourceActivity', 'siblings'],
  flags: {
    SIBLINGS:
      'The source funded at least five fresh accounts with like amounts within ten minutes, this address being one.',
  },
  judge({ source, sourceActivity, siblings: found }) {
    if (source.label || isHub(sourceActivity)) return notApplicable;
    return found.fresh >= SIBLINGS_MIN ? raised([], ['SIBLINGS']) : clear;
  },
});
