import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { isMarketYounger, marketAgeSeconds, NEW_SECONDS, VERY_NEW_SECONDS } from '../market-age.ts';
import { tokenRule } from '../policy.ts';

const HOUR_SECONDS = 3_600;

/** How long is the market proven to be deep? Where it began with the mint, the age of the mint says it. */
export const marketAge = tokenRule({
  id: 'market-age',
  needs: ['asOf', 'mint', 'market'],
  codes: {
    MARKET_VERY_NEW: {
      severity: 'medium',
      category: 'age',
      certainty: 'derived',
      counts: 2,
      meaning: 'The depth of the market is not proven for 24 hours, though the mint is older.',
      action: 'Judge it as a token of its first day: most that end do so within 24 hours of their market.',
    },
    MARKET_NEW: {
      severity: 'medium',
      category: 'age',
      certainty: 'derived',
      meaning: 'The depth of the market is not proven for seven days, though the mint is older.',
      action: 'The age of the mint says little; its market has not been through much yet.',
    },
  },
  judge({ asOf: { time }, market }, evidence) {
    const seconds = marketAgeSeconds(evidence);
    if (seconds === null || time === null) return notApplicable;
    if (seconds >= NEW_SECONDS || !isMarketYounger(evidence)) return clear;
    const { provenSince, account, venue, exact, proof } = market;
    const facts = {
      proven_since_unix: provenSince,
      market_age_seconds: seconds,
      account,
      venue,
      exact: String(exact),
      proof_transaction: proof?.transaction ?? null,
      proof_slot: proof?.slot ?? null,
    };
    const hours = counted(Math.floor(seconds / HOUR_SECONDS), 'full hour');
    const code = seconds < VERY_NEW_SECONDS ? 'MARKET_VERY_NEW' : 'MARKET_NEW';
    return raised([reason(code, facts, `The market is proven to be as deep for ${hours} only.`)]);
  },
});
