import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/**
 * Could real holders move their tokens into the pool now? What went through proves no price, so it is a flag and nothing
 * more; where a hook decides and nothing was shown, no price is worth anything.
 */
export const saleSimulated = ruleFor<TradeEvidence>()({
  id: 'sale-simulated',
  needs: ['mint', 'sale'],
  codes: ['SALE_REFUSED', 'TRANSFER_HOOK_UNPROVEN'],
  flags: ['SALE_PROVEN'],
  judge({ mint, sale }) {
    if (sale?.sold) return raised([], ['SALE_PROVEN']);
    if (sale) {
      const message = `The simulated transfer of holders' tokens into the pool failed: ${sale.error ?? 'no error was given'}.`;
      return raised([reason('SALE_REFUSED', { error: sale.error }, message)]);
    }
    if (mint.is !== 'mint') return notApplicable;
    const { hookProgram } = mint.mint;
    if (hookProgram === null) return clear;
    const message = `The program ${hookProgram} decides about every transfer, and no holder's transfer into the pool was seen to pass it.`;
    return raised([reason('TRANSFER_HOOK_UNPROVEN', { hook_program: hookProgram }, message)]);
  },
});
