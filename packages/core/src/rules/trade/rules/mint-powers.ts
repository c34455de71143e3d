import { powerMeanings } from '../../mint-codes.ts';
import { found } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

const { FREEZE_AUTHORITY_LIVE, PERMANENT_DELEGATE_LIVE, PAUSABLE_LIVE, TRANSFER_HOOK_ARMED } = powerMeanings;

/** Can somebody keep who buys from selling later? It costs nothing now, so it is worth a flag. */
export const mintPowers = tradeRule({
  id: 'mint-powers',
  needs: ['mint'],
  flags: { FREEZE_AUTHORITY_LIVE, PERMANENT_DELEGATE_LIVE, PAUSABLE_LIVE, TRANSFER_HOOK_ARMED },
  judge({ mint }) {
    const { freezeAuthority, permanentDelegate, pauseAuthority, hookAuthority, hookProgram } = mint;
    return found(
      [],
      [
        ...(freezeAuthority === null ? [] : ['FREEZE_AUTHORITY_LIVE']),
        ...(permanentDelegate === null ? [] : ['PERMANENT_DELEGATE_LIVE']),
        ...(pauseAuthority === null ? [] : ['PAUSABLE_LIVE']),
        // A hook that is set has a flag of its own.
        ...(hookAuthority === null || hookProgram !== null ? [] : ['TRANSFER_HOOK_ARMED']),
      ],
    );
  },
});
