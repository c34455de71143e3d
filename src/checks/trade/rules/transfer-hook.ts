import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Does a hook program decide about transfers, and was a sale seen to pass it? One that was refused speaks for itself. */
export const transferHook = ruleFor<TradeEvidence>()({
  id: 'transfer-hook',
  needs: ['mint', 'sale'],
  codes: ['TRANSFER_HOOK_UNPROVEN'],
  flags: ['TRANSFER_HOOK'],
  judge({ mint, sale }) {
    if (mint.is !== 'mint') return notApplicable;
    const { hookProgram } = mint.mint;
    if (hookProgram === null) return clear;
    if (sale !== null) return raised([], ['TRANSFER_HOOK']);
    const message = `The program ${hookProgram} decides about every transfer, and no sale was seen to pass it.`;
    return raised([reason('TRANSFER_HOOK_UNPROVEN', { hook_program: hookProgram }, message)], ['TRANSFER_HOOK']);
  },
});
