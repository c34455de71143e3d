import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { sharesOf } from '../shares.ts';

/** The same for the ten largest holders together: RugCheck warns at 50 and at 70 percent, GMGN at 50, Bitquery at 70. */
const TOP10_CONCENTRATED_BPS = 5_000;
const TOP10_EXTREME_BPS = 7_000;

/** How much of what circulates have the ten largest holders together? */
export const topTen = tokenRule({
  id: 'top-ten',
  needs: ['mint', 'holders'],
  codes: {
    TOP10_CONCENTRATED: {
      severity: 'medium',
      category: 'holders',
      certainty: 'derived',
      meaning: 'The ten largest ordinary holders have half or more of what circulates.',
      action: 'Look at the holders in the metrics before you buy.',
    },
    TOP10_EXTREME: {
      severity: 'high',
      category: 'holders',
      certainty: 'derived',
      meaning: 'The ten largest ordinary holders have seventy percent or more of what circulates.',
      action: 'Expect that few people decide about the price.',
    },
  },
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
    return raised([reason(code, evidence, `${who} ${percentText(top10.circulatingBps)} of what circulates.`)]);
  },
});

function largest(count: number): string {
  return counted(count, 'largest ordinary holder');
}
