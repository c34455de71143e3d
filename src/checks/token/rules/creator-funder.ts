import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Did a large holder or launch buyer get its first money from the creator's funder? */
export const creatorFunder = ruleFor<TokenEvidence>()({
  id: 'creator-funder',
  needs: ['mint', 'insiders'],
  codes: [],
  flags: ['SAME_FUNDER_AS_CREATOR'],
  judge({ mint, insiders }) {
    if (mint.is !== 'mint' || insiders === null) return notApplicable;
    return insiders.sharesCreatorFunder.length > 0 ? raised([], ['SAME_FUNDER_AS_CREATOR']) : clear;
  },
});
