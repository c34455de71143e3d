import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Did anything ever reach the address? Only a whole history can say that nothing did. */
export const fundingSeen = ruleFor<FunderEvidence>()({
  id: 'funding-seen',
  needs: ['birth', 'continuity', 'funding'],
  codes: ['NO_FUNDING_SEEN'],
  judge({ funding }) {
    if (!funding) return notApplicable;
    const nothing = funding.credits.length === 0 && !funding.tokenCredit && !funding.sponsor;
    return nothing && funding.unexplainedLamports === 0n
      ? raised([reason('NO_FUNDING_SEEN', { has_paid_fees: funding.spent })])
      : clear;
  },
});
