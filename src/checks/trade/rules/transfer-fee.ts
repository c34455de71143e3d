import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';

/** Does the mint take a part of every transfer, and can that part be changed? */
export const transferFee = ruleFor<TradeEvidence>()({
  id: 'transfer-fee',
  needs: ['mint'],
  codes: [],
  flags: ['TRANSFER_FEE', 'TRANSFER_FEE_MUTABLE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const { transferFee: fee, feeIsMutable } = mint.mint;
    const takes = fee !== null && fee.bps > 0 && fee.maximum > 0n;
    return raised([], [...(takes ? ['TRANSFER_FEE'] : []), ...(feeIsMutable ? ['TRANSFER_FEE_MUTABLE'] : [])]);
  },
});
