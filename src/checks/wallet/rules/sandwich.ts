import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Are trades of others enclosed between a purchase and a sale of the same units in one slot? */
export const sandwich = ruleFor<JudgedEvidence>()({
  id: 'sandwich',
  needs: ['figures'],
  codes: ['SANDWICH'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    const { cases, shareBps } = figures.behaviour.sandwich;
    return found(missed('SANDWICH', shareBps, { proving_events: cases }));
  },
});
