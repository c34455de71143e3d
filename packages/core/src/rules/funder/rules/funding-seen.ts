import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/** Did anything ever reach the address? Only a whole history can say that nothing did. */
export const fundingSeen = funderRule({
  id: 'funding-seen',
  needs: ['funding'],
  mayBeNull: ['birth', 'continuity'],
  codes: {
    NO_FUNDING_SEEN: {
      severity: 'low',
      allows: 'UNVERIFIABLE_ORIGIN',
      meaning: 'Transactions name the address, but none of them ever gave it lamports or tokens.',
      action: 'There is no origin to prove. Ask again when the address has been used.',
    },
  },
  judge({ funding }) {
    const nothing = funding.credits.length === 0 && !funding.tokenCredit && !funding.sponsor;
    return nothing && funding.unexplainedLamports === 0n
      ? raised([reason('NO_FUNDING_SEEN', { has_paid_fees: funding.spent })])
      : clear;
  },
});
