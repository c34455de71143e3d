import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Did lamports appear without a transaction, on an address that votes? Block rewards do that. */
export const validatorReward = ruleFor<FunderEvidence>()({
  id: 'validator-reward',
  needs: ['continuity'],
  codes: ['VALIDATOR_REWARD'],
  judge({ continuity }) {
    if (!continuity) return notApplicable;
    if (continuity.rewardLamports === 0n) return clear;
    return raised([reason('VALIDATOR_REWARD', { lamports: continuity.rewardLamports.toString() })]);
  },
});
