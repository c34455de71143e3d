import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/** Did lamports appear without a transaction, on an address that votes? Block rewards do that. */
export const validatorReward = funderRule({
  id: 'validator-reward',
  needs: ['continuity'],
  codes: {
    VALIDATOR_REWARD: {
      severity: 'low',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The balance of a voting validator rose without a transaction, as block rewards do.',
      action: 'The address earns from validation; nobody sent it that money.',
    },
  },
  judge({ continuity }) {
    if (continuity.rewardLamports === 0n) return clear;
    return raised([reason('VALIDATOR_REWARD', { lamports: continuity.rewardLamports.toString() })]);
  },
});
