import { raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

const blockedBy = { hook: 'SELL_BLOCKED_HOOK', token_program: 'SELL_BLOCKED_FROZEN' } as const;

/** Could real holders move their tokens into a pool now? A failure that is neither's says nothing about the token. */
export const trialSale = tokenRule({
  id: 'trial-sale',
  needs: ['mint'],
  mayBeNull: ['trialSale'],
  codes: {
    SELL_BLOCKED_FROZEN: {
      severity: 'critical',
      category: 'exit',
      certainty: 'state',
      meaning: 'Trial sales of real holders failed in the token program: frozen, paused or not transferable.',
      action: 'Do not buy: holders cannot sell now.',
    },
    SELL_BLOCKED_HOOK: {
      severity: 'critical',
      category: 'exit',
      certainty: 'state',
      meaning: 'Trial sales of real holders were refused by the hook of the mint.',
      action: 'Do not buy: holders cannot sell now.',
    },
  },
  flags: {
    SELL_SIM_OK: 'Trial sales of real holders passed the token program and its hook.',
    SELL_SIM_UNAVAILABLE: 'No trial sale could be run.',
  },
  judge({ trialSale }) {
    if (trialSale?.sold) return raised([], ['SELL_SIM_OK']);
    if (!trialSale?.by) return raised([], ['SELL_SIM_UNAVAILABLE']);
    return raised([reason(blockedBy[trialSale.by], { error: trialSale.error })]);
  },
});
