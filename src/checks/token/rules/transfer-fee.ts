import { extensionOf } from '#lib/token/decoded-mint.ts';
import { type FeeTerm, feeTerm } from '#lib/token/transfer-fee.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import type { TokenCode } from '../codes.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { FEE_EXTREME_BPS, FEE_HIGH_BPS } from '../thresholds.ts';

/** Does the mint keep a part of each transfer, now or from an epoch on that is already set? The higher of the two counts. */
export const transferFee = ruleFor<TokenEvidence>()({
  id: 'transfer-fee',
  needs: ['mint'],
  codes: ['TRANSFER_FEE_PRESENT', 'TRANSFER_FEE_HIGH', 'TRANSFER_FEE_EXTREME'],
  flags: ['TRANSFER_FEE_SCHEDULED_INCREASE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const extension = extensionOf(mint.mint, 'transfer_fee');
    if (extension === null) return clear;
    const active = feeTerm(extension.fee, mint.mint.epoch);
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
    const message = `The mint keeps ${percent(Number(worst))} of each transfer ${since}, up to its maximum.`;
    return raised([reason(codeOf(worst), evidence, message)], later > now ? ['TRANSFER_FEE_SCHEDULED_INCREASE'] : []);
  },
});

/** Basis points of a term; none where it may take nothing. */
function taken({ basisPoints, maximum }: FeeTerm): bigint {
  return maximum > 0n ? basisPoints : 0n;
}

function codeOf(bps: bigint): TokenCode {
  if (bps >= FEE_EXTREME_BPS) return 'TRANSFER_FEE_EXTREME';
  return bps >= FEE_HIGH_BPS ? 'TRANSFER_FEE_HIGH' : 'TRANSFER_FEE_PRESENT';
}
