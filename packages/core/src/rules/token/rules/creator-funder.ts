import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Did a large holder or launch buyer get its first money from the creator's funder? */
export const creatorFunder = tokenRule({
  id: 'creator-funder',
  needs: ['mint', 'insiders'],
  flags: {
    SAME_FUNDER_AS_CREATOR: 'A large holder or launch buyer got its first money from the same wallet as the creator.',
  },
  judge({ insiders }) {
    return insiders.sharesCreatorFunder.length > 0 ? raised([], ['SAME_FUNDER_AS_CREATOR']) : clear;
  },
});
