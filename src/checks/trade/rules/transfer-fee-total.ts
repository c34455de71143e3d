import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { obstacleOf, poolNames } from '../pools.ts';
import { reason } from '../reason.ts';

/** Does the mint keep everything that a purchase would bring, whatever the pools pay out? */
export const transferFeeTotal = ruleFor<TradeEvidence>()({
  id: 'transfer-fee-total',
  needs: ['mint', 'pools', 'cost'],
  codes: ['TRANSFER_FEE_TAKES_ALL'],
  judge({ mint, pools, cost }) {
    if (mint.is !== 'mint' || cost.trip !== null) return notApplicable;
    const fee = mint.mint.transferFee;
    if (fee === null || obstacleOf(pools, cost) !== 'fee') return clear;
    const facts = { transfer_fee_bps: fee.bps, transfer_fee_maximum: fee.maximum.toString(), pools: poolNames(pools) };
    return raised([reason('TRANSFER_FEE_TAKES_ALL', facts)]);
  },
});
