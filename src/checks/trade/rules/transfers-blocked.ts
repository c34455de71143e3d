import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { transferBlocks } from '../sellable.ts';

/** Does the mint let who buys it transfer at all? */
export const transfersBlocked = ruleFor<TradeEvidence>()({
  id: 'transfers-blocked',
  needs: ['mint'],
  codes: ['TRANSFERS_BLOCKED'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const causes = transferBlocks(mint.mint);
    if (causes.length === 0) return clear;
    const { nonTransferable, paused, frozenByDefault } = mint.mint;
    const facts = { non_transferable: nonTransferable, paused, frozen_by_default: frozenByDefault };
    return raised([reason('TRANSFERS_BLOCKED', facts, `Who buys cannot sell: ${causes.join(', ')}.`)]);
  },
});
