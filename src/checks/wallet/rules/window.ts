import { notApplicable, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Does the window hold the whole life of the wallet, and did its own list name everything? */
export const window = ruleFor<JudgedEvidence>()({
  id: 'window',
  needs: ['history'],
  codes: [],
  flags: ['BORN_IN_WINDOW', 'HISTORY_REPAIRED'],
  judge({ history }) {
    if (!history) return notApplicable;
    return found(
      [],
      [...(history.bornInside ? ['BORN_IN_WINDOW'] : []), ...(history.repaired > 0 ? ['HISTORY_REPAIRED'] : [])],
    );
  },
});
