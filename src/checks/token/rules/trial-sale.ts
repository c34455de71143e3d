import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

const blockedBy = { hook: 'SELL_BLOCKED_HOOK', token_program: 'SELL_BLOCKED_FROZEN' } as const;

/** Could real holders move their tokens into a pool now? A failure that is neither's says nothing about the token. */
export const trialSale = ruleFor<TokenEvidence>()({
  id: 'trial-sale',
  needs: ['mint', 'trialSale'],
  codes: ['SELL_BLOCKED_FROZEN', 'SELL_BLOCKED_HOOK'],
  flags: ['SELL_SIM_OK', 'SELL_SIM_UNAVAILABLE'],
  judge({ mint, trialSale }) {
    if (mint.is !== 'mint') return notApplicable;
    if (trialSale?.sold) return raised([], ['SELL_SIM_OK']);
    if (!trialSale?.by) return raised([], ['SELL_SIM_UNAVAILABLE']);
    return raised([reason(blockedBy[trialSale.by], { error: trialSale.error })]);
  },
});
