import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Are there enough round trips, of enough tokens, on enough days, with enough at stake? */
export const sampleSize = ruleFor<JudgedEvidence>()({
  id: 'sample-size',
  needs: ['figures'],
  codes: ['TOO_FEW_CLOSED_TRADES', 'TOO_FEW_MINTS', 'TOO_FEW_ACTIVE_DAYS', 'LOW_TURNOVER'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found([
      ...missed('TOO_FEW_CLOSED_TRADES', figures.closed),
      ...missed('TOO_FEW_MINTS', figures.mints),
      ...missed('TOO_FEW_ACTIVE_DAYS', figures.activeDays),
      ...missed('LOW_TURNOVER', figures.cost),
    ]);
  },
});
