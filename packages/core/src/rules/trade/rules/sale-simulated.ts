import { clear, raised, reason } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/**
 * Could real holders move their tokens into the pool now? What went through proves no price, so it is a flag and nothing
 * more; where a hook decides and nothing was shown, no price is worth anything.
 */
export const saleSimulated = tradeRule({
  id: 'sale-simulated',
  needs: ['mint'],
  mayBeNull: ['sale'],
  codes: {
    SALE_REFUSED: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      // One holder's sale stands for all of them.
      percent: 90,
      meaning:
        "Simulated transfers of real holders' tokens into the pool failed in the token's program or in its hook.",
      action: 'Do not buy: holders cannot sell now, whatever the pools would pay.',
    },
    TRANSFER_HOOK_UNPROVEN: {
      severity: 'medium',
      allows: 'UNKNOWN',
      unread: 'sale',
      meaning:
        "A hook program decides about every transfer of the mint, and it was not proven that it lets holders' tokens into the pool.",
      action: 'Do not rely on the cost: simulate a sale of your own, or read the hook program that the mint names.',
    },
  },
  flags: {
    SALE_PROVEN:
      "Transfers of real holders' tokens into the pool were simulated at the present state, and the hook let them through; the pool's program was not run.",
  },
  judge({ mint, sale }) {
    if (sale?.sold) return raised([], ['SALE_PROVEN']);
    if (sale) {
      const message = `The simulated transfer of holders' tokens into the pool failed: ${sale.error ?? 'no error was given'}.`;
      return raised([reason('SALE_REFUSED', { error: sale.error }, message)]);
    }
    const { hookProgram } = mint;
    if (hookProgram === null) return clear;
    const message = `The program ${hookProgram} decides about every transfer, and no holder's transfer into the pool was seen to pass it.`;
    return raised([reason('TRANSFER_HOOK_UNPROVEN', { hook_program: hookProgram }, message)]);
  },
});
