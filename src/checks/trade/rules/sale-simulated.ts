import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Could a real holder sell now? A sale that went through proves no price, so it is a flag and nothing more. */
export const saleSimulated = ruleFor<TradeEvidence>()({
  id: 'sale-simulated',
  needs: ['sale'],
  codes: ['SALE_REFUSED'],
  flags: ['SALE_PROVEN'],
  judge({ sale }) {
    if (sale === null) return notApplicable;
    if (sale.sold) return raised([], ['SALE_PROVEN']);
    const message = `The simulated sale of a real holder failed: ${sale.error ?? 'no error was given'}.`;
    return raised([reason('SALE_REFUSED', { error: sale.error }, message)]);
  },
});
