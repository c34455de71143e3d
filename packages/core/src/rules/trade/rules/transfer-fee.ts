import { raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Does the mint take a part of every transfer, and can that part be changed? */
export const transferFee = tradeRule({
  id: 'transfer-fee',
  needs: ['mint'],
  flags: {
    TRANSFER_FEE: 'The mint takes a fee of every transfer, which is part of the cost.',
    TRANSFER_FEE_MUTABLE: 'Somebody can change the fee that the mint takes of transfers.',
  },
  judge({ mint }) {
    const { transferFee: fee, feeIsMutable } = mint;
    const takes = fee !== null && fee.bps > 0 && fee.maximum > 0n;
    return raised([], [...(takes ? ['TRANSFER_FEE'] : []), ...(feeIsMutable ? ['TRANSFER_FEE_MUTABLE'] : [])]);
  },
});
