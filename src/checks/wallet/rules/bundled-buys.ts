import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Do several signers buy as one? */
export const bundledBuys = ruleFor<JudgedEvidence>()({
  id: 'bundled-buys',
  needs: ['figures'],
  codes: ['BUNDLE'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found(missed('BUNDLE', figures.behaviour.bundledBuysBps));
  },
});
