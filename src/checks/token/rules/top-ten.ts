import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { counted, percent } from '../../words.ts';
import type { TokenEvidence } from '../evidence.ts';
import { codeFrom } from '../grade.ts';
import { reason } from '../reason.ts';
import { sharesOf } from '../shares.ts';
import { TOP10_CONCENTRATED_BPS, TOP10_EXTREME_BPS } from '../thresholds.ts';

/** How much of what circulates have the ten largest holders together? */
export const topTen = ruleFor<TokenEvidence>()({
  id: 'top-ten',
  needs: ['mint', 'holders'],
  codes: ['TOP10_CONCENTRATED', 'TOP10_EXTREME'],
  judge({ mint, holders }) {
    if (mint.is !== 'mint' || holders === null) return notApplicable;
    const { assessable, owners, top10 } = sharesOf(holders, mint.mint.supply);
    if (!assessable) return notApplicable;
    const code = codeFrom(top10.circulatingBps, [
      [TOP10_EXTREME_BPS, 'TOP10_EXTREME'],
      [TOP10_CONCENTRATED_BPS, 'TOP10_CONCENTRATED'],
    ]);
    if (code === null) return clear;
    const count = Math.min(owners.filter(({ role }) => role !== 'exchange').length, 10);
    const evidence = {
      owners: count,
      tokens: top10.tokens.toString(),
      circulating_bps: top10.circulatingBps,
      supply_bps: top10.supplyBps,
    };
    const who = count === 1 ? 'The only ordinary holder among the largest has' : `The ${largest(count)} have`;
    return raised([reason(code, evidence, `${who} ${percent(top10.circulatingBps)} of what circulates.`)]);
  },
});

function largest(count: number): string {
  return counted(count, 'largest ordinary holder');
}
