import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Did the creator make other mints, as far as his transactions were read? */
export const creatorTokens = ruleFor<TokenEvidence>()({
  id: 'creator-tokens',
  needs: ['mint', 'insiders'],
  codes: [],
  flags: ['CREATOR_MADE_OTHER_TOKENS'],
  judge({ mint, insiders }) {
    if (mint.is !== 'mint' || insiders === null) return notApplicable;
    return (insiders.creatorOtherMints ?? []).length > 0 ? raised([], ['CREATOR_MADE_OTHER_TOKENS']) : clear;
  },
});
