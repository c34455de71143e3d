import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Are there enough round trips, of enough tokens, on enough days, with enough at stake in most of them? */
export const sampleSize = ruleFor<JudgedEvidence>()({
  id: 'sample-size',
  needs: ['figures'],
  codes: ['TOO_FEW_CLOSED_TRADES', 'SIZES_TOO_UNEVEN', 'TOO_FEW_MINTS', 'TOO_FEW_ACTIVE_DAYS', 'LOW_TURNOVER'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    const few = missed('TOO_FEW_CLOSED_TRADES', figures.closed);
    return found([
      // Too few weigh too little in any case.
      ...(few.length > 0 ? few : missed('SIZES_TOO_UNEVEN', figures.evenTrips)),
      ...missed('TOO_FEW_MINTS', figures.mints),
      ...missed('TOO_FEW_ACTIVE_DAYS', figures.activeDays),
      ...missed('LOW_TURNOVER', figures.cost),
    ]);
  },
});
