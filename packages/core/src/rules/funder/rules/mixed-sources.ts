import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { type Tally, tallyOf } from '../tally.ts';

/** A main source must have given this share of the lamports, in basis points, of all or of those that came no later than its own. */
const MAIN_SOURCE_SHARE_BPS_MIN = 8_000n;

/**
 * Did one source give at least 80 percent of the lamports? Anybody can give to an address that has spent nothing yet, so what others gave
 * once that money was there makes no mixture while it is less than that.
 */
export const mixedSources = funderRule({
  id: 'mixed-sources',
  needs: ['funding'],
  codes: {
    MIXED_SOURCES: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning:
        'No source gave at least 80 percent of the lamports that arrived before the first self-paid transaction, and none was there first and gave more than all others.',
      action: 'Read the metrics: the largest source and its share are named there.',
    },
  },
  flags: {
    OTHERS_GAVE_LATER:
      'After the money of the main source, and before the first self-paid transaction, others gave more than a fifth of all lamports.',
  },
  judge({ funding }) {
    if (funding.credits.length === 0) return notApplicable;
    const tally = tallyOf(funding);
    const { counted, main, shareBps } = tally;
    if (shareBps >= MAIN_SOURCE_SHARE_BPS_MIN) return clear;
    if (isFirst(tally)) return raised([], ['OTHERS_GAVE_LATER']);
    const share = Number(shareBps);
    return raised([
      reason('MIXED_SOURCES', {
        lamports: counted.toString(),
        main_source_lamports: main.toString(),
        share_bps: share,
      }),
    ]);
  },
});

/** Whether the main source gave more than all others, and at least 80 percent of the arrivals until most of its money was there. */
function isFirst({ counted, main, ahead }: Tally): boolean {
  return main * 2n > counted && main * 10_000n >= (main + ahead) * MAIN_SOURCE_SHARE_BPS_MIN;
}
