import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';

/** Has the address never paid for a transaction? Then every credit so far was counted. */
export const neverSpent = ruleFor<FunderEvidence>()({
  id: 'never-spent',
  needs: ['funding'],
  codes: [],
  flags: ['NEVER_SPENT'],
  judge({ funding }) {
    if (!funding) return notApplicable;
    return funding.spent ? clear : raised([], ['NEVER_SPENT']);
  },
});
