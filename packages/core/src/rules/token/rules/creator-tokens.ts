import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Did the creator make other mints, as far as his transactions were read? */
export const creatorTokens = tokenRule({
  id: 'creator-tokens',
  needs: ['mint', 'insiders'],
  flags: {
    CREATOR_MADE_OTHER_TOKENS: 'The creator made other mints in the transactions that were read: a lower bound.',
  },
  judge({ insiders }) {
    return (insiders.creatorOtherMints ?? []).length > 0 ? raised([], ['CREATOR_MADE_OTHER_TOKENS']) : clear;
  },
});
