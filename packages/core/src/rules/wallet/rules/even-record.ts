import { clear, raised, reason } from '../../rule.ts';
import { walletRule } from '../policy.ts';
import { evennessOf } from '../statistics/evenness.ts';

/** Are the results too even to come from a market? */
export const evenRecord = walletRule({
  id: 'even-record',
  needs: ['figures'],
  codes: {
    RECORD_TOO_EVEN: {
      severity: 'medium',
      allows: 'NEUTRAL',
      meaning: 'No round trip of sixty or more lost anything, or half of all returns are alike: no market gives that.',
      action: 'Somebody may have set the prices. Look at who bought after it before you follow it.',
    },
  },
  flags: {
    TOO_EVEN: 'The results are more even than those of a market.',
  },
  judge({ figures }) {
    const { lossless, alike } = evennessOf(figures.sample);
    if (!lossless && !alike) return clear;
    return raised([reason('RECORD_TOO_EVEN', { closed: figures.closed, lossless, alike })], ['TOO_EVEN']);
  },
});
