import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { STABLE_QUOTED_BPS } from '../policy.ts';
import { found } from '../reason.ts';

/** Are trades in stable coins priced, and are there many? */
export const stableTrades = ruleFor<JudgedEvidence>()({
  id: 'stable-trades',
  needs: ['book', 'figures'],
  codes: ['UNPRICED_STABLE'],
  flags: ['STABLE_QUOTED', 'UNPRICED_TRADES'],
  judge({ book, figures }) {
    if (!book || !figures) return notApplicable;
    const trades = book.counts.unpricedTrades;
    const lamports = book.unpricedLamports?.toString() ?? null;
    return found(missed('UNPRICED_STABLE', figures.unpricedBps, { trades, lamports }), [
      ...(figures.stableCostBps > STABLE_QUOTED_BPS ? ['STABLE_QUOTED'] : []),
      ...(trades > 0 ? ['UNPRICED_TRADES'] : []),
    ]);
  },
});
