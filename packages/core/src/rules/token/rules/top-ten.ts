import { found, notApplicable, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { type HeldShare, sharesOf } from '../shares.ts';

/** The same for the ten largest holders together: RugCheck warns at 50 and at 70 percent, GMGN at 50, Bitquery at 70. */
const TOP10_CONCENTRATED_BPS = 5_000;
const TOP10_EXTREME_BPS = 7_000;

/** The same for the twenty largest, which are all that an endpoint lists. Own choice. */
const TOP20_CONCENTRATED_BPS = 6_000;
const TOP20_EXTREME_BPS = 8_000;

/** How much of the circulating supply have the ten and the twenty largest holders together? */
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
    TOP20_CONCENTRATED: {
      severity: 'medium',
      category: 'holders',
      certainty: 'derived',
      meaning: 'The twenty largest ordinary holders have sixty percent or more of what circulates.',
      action: 'Look at the holders in the metrics before you buy.',
    },
    TOP20_EXTREME: {
      severity: 'high',
      category: 'holders',
      certainty: 'derived',
      meaning: 'The twenty largest ordinary holders have eighty percent or more of what circulates.',
      action: 'Expect that few people decide about the price.',
    },
  },
  judge({ mint, holders }) {
    const { assessable, owners, top10, top20 } = sharesOf(holders, mint.supply);
    if (!assessable) return notApplicable;
    const people = owners.filter(({ role }) => role !== 'exchange').length;
    const ofTen = codeFrom(top10.circulatingBps, [
      [TOP10_EXTREME_BPS, 'TOP10_EXTREME'],
      [TOP10_CONCENTRATED_BPS, 'TOP10_CONCENTRATED'],
    ]);
    const ofTwenty = codeFrom(top20.circulatingBps, [
      [TOP20_EXTREME_BPS, 'TOP20_EXTREME'],
      [TOP20_CONCENTRATED_BPS, 'TOP20_CONCENTRATED'],
    ]);
    // A reason about the ten largest replaces the one about the twenty.
    const isCovered = ofTen === 'TOP10_EXTREME' || (ofTen !== null && ofTwenty === 'TOP20_CONCENTRATED');
    return found([
      ...(ofTen ? [togetherReason(ofTen, top10, Math.min(people, 10))] : []),
      ...(ofTwenty && !isCovered ? [togetherReason(ofTwenty, top20, Math.min(people, 20))] : []),
    ]);
  },
});

function togetherReason<const C extends string>(
  code: C,
  { tokens, circulatingBps, supplyBps }: HeldShare,
  count: number,
) {
  const facts = { owners: count, tokens: tokens.toString(), circulating_bps: circulatingBps, supply_bps: supplyBps };
  const who = count === 1 ? 'The only ordinary holder among the largest has' : `The ${largest(count)} have`;
  return reason(code, facts, `${who} ${percentText(circulatingBps)} of what circulates.`);
}

const largest = (count: number) => counted(count, 'largest ordinary holder');
