import { clear, raised } from '../../rule.ts';
import { makersExpected, makersKnown } from '../makers.ts';
import { walletRule } from '../policy.ts';

/** Is it known who made the tokens that brought most? A reading that failed leaves it open like any other. */
export const allMakersKnown = walletRule({
  id: 'makers-known',
  needs: ['figures', 'seenMakers'],
  flags: {
    CREATOR_NOT_CHECKED: 'Not every maker of the tokens that brought most profit is known; confidence is at most 0.80.',
  },
  judge({ figures, seenMakers }) {
    return makersKnown(seenMakers) < makersExpected(figures) ? raised([], ['CREATOR_NOT_CHECKED']) : clear;
  },
});
