import type { FeeTerm } from '#solana/token/decoded-mint.ts';
import { extensionOf } from '#solana/token/decoded-mint.ts';
import { feeTerm } from '#solana/token/transfer-fee.ts';
import { clear, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { tokenRule } from '../policy.ts';

/** Basis points of a transfer from which its fee is extreme: TokenSniffer calls 30 percent extreme. */
const FEE_EXTREME_BPS = 3_000n;

/** Basis points of a transfer from which its fee is high: RiskRadar and TokenSniffer call 5 percent high. */
const FEE_HIGH_BPS = 500n;

/** Does the mint keep a part of each transfer, now or from an epoch on that is already set? The higher of the two counts. */
export const transferFee = tokenRule({
  id: 'transfer-fee',
  needs: ['mint'],
  codes: {
    TRANSFER_FEE_PRESENT: {
      severity: 'medium',
      category: 'control',
      certainty: 'state',
      meaning: 'The mint keeps a part of each transfer, below five percent, now or from a set epoch on.',
      action: 'Count the fee on the purchase and on the sale.',
    },
    TRANSFER_FEE_HIGH: {
      severity: 'high',
      category: 'control',
      certainty: 'state',
      meaning: 'The mint keeps five percent or more of each transfer, now or from a set epoch on.',
      action: 'Count the fee twice for a round trip; little is left to earn.',
    },
    TRANSFER_FEE_EXTREME: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: 'The mint keeps thirty percent or more of each transfer, now or from a set epoch on.',
      action: 'Do not buy: half of the money or more is gone after a round trip.',
    },
  },
  flags: {
    TRANSFER_FEE_SCHEDULED_INCREASE: 'A higher transfer fee is set to begin at a coming epoch.',
  },
  judge({ mint }) {
    const extension = extensionOf(mint, 'transfer_fee');
    if (extension === null) return clear;
    const active = feeTerm(extension.fee, mint.epoch);
    const scheduled = active === extension.fee.newer ? null : extension.fee.newer;
    const [now, later] = [taken(active), scheduled === null ? 0n : taken(scheduled)];
    const worst = later > now ? later : now;
    if (worst === 0n) return clear;
    const evidence = {
      active_bps: Number(active.basisPoints),
      active_maximum: active.maximum.toString(),
      ...(scheduled === null
        ? {}
        : {
            scheduled_bps: Number(scheduled.basisPoints),
            scheduled_maximum: scheduled.maximum.toString(),
            scheduled_epoch: scheduled.epoch.toString(),
          }),
    };
    const since = later > now ? `from epoch ${scheduled?.epoch} on` : 'now';
    const message = `The mint keeps ${percentText(Number(worst))} of each transfer ${since}, up to its maximum.`;
    return raised([reason(codeOf(worst), evidence, message)], later > now ? ['TRANSFER_FEE_SCHEDULED_INCREASE'] : []);
  },
});

/** Basis points of a term; none where it may take nothing. */
function taken({ basisPoints, maximum }: FeeTerm): bigint {
  return maximum > 0n ? basisPoints : 0n;
}

function codeOf(bps: bigint) {
  if (bps >= FEE_EXTREME_BPS) return 'TRANSFER_FEE_EXTREME';
  return bps >= FEE_HIGH_BPS ? 'TRANSFER_FEE_HIGH' : 'TRANSFER_FEE_PRESENT';
}
