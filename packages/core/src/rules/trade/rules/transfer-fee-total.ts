import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { tradeRule } from '../policy.ts';
import { obstacleOf, poolNames } from '../pools.ts';

/** Does the mint keep everything that a purchase would bring, whatever the pools pay out? */
export const transferFeeTotal = tradeRule({
  id: 'transfer-fee-total',
  needs: ['mint', 'pools', 'cost'],
  codes: {
    TRANSFER_FEE_TAKES_ALL: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      percent: 95,
      meaning: 'The mint keeps everything that a transfer moves as its fee, so that nothing arrives with who buys.',
      action: 'Do not buy, at any size: what is paid is gone. The metrics name the fee and its maximum.',
    },
  },
  judge({ mint, pools, cost }) {
    if (cost.trip !== null) return notApplicable;
    const fee = mint.transferFee;
    if (fee === null || obstacleOf(pools, cost) !== 'fee') return clear;
    const facts = { transfer_fee_bps: fee.bps, transfer_fee_maximum: fee.maximum.toString(), pools: poolNames(pools) };
    return raised([reason('TRANSFER_FEE_TAKES_ALL', facts)]);
  },
});
