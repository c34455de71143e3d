import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { makersExpected, makersKnown } from '../makers.ts';

/** Is it known who made the tokens that brought most? A reading that failed leaves it open like any other. */
export const allMakersKnown = ruleFor<JudgedEvidence>()({
  id: 'makers-known',
  needs: ['figures', 'seenMakers'],
  codes: [],
  flags: ['CREATOR_NOT_CHECKED'],
  judge({ figures, seenMakers }) {
    if (!figures) return notApplicable;
    return makersKnown(seenMakers) < makersExpected(figures) ? raised([], ['CREATOR_NOT_CHECKED']) : clear;
  },
});
