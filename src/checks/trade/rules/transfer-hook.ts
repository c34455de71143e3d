import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';

/** Does a hook program decide about transfers? Whether it lets holders sell is asked apart, as it may stay open. */
export const transferHook = ruleFor<TradeEvidence>()({
  id: 'transfer-hook',
  needs: ['mint'],
  codes: [],
  flags: ['TRANSFER_HOOK'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    return mint.mint.hookProgram === null ? clear : raised([], ['TRANSFER_HOOK']);
  },
});
