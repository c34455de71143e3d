import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { profit } from '../measured.ts';
import { found, reason } from '../reason.ts';

/** Does the profit rest on one hit, or on a few? */
export const luckyHits = ruleFor<JudgedEvidence>()({
  id: 'lucky-hits',
  needs: ['figures'],
  codes: ['LUCKY_HIT', 'LEAVE_K_OUT_NEGATIVE'],
  judge({ figures }) {
    if (!figures || figures.closed === 0) return notApplicable;
    const { top1Bps, bestLeftOut, pnlWithoutBest, topTrades } = figures;
    const best = topTrades[0]?.position;
    const named = { mint: best?.mint ?? null, transaction: best?.bestTrade ?? null };
    const left = { ...profit(pnlWithoutBest), left_out: bestLeftOut };
    return found([
      ...missed('LUCKY_HIT', top1Bps ?? 0, named),
      ...(pnlWithoutBest > 0n ? [] : [reason('LEAVE_K_OUT_NEGATIVE', left)]),
    ]);
  },
});
