import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { tallyOf } from '../tally.ts';

/** A main source must have given this share of the lamports, in basis points. */
const MAIN_SOURCE_SHARE_BPS_MIN = 8_000n;

/** Did one source give at least 80 percent of the lamports? */
export const mixedSources = funderRule({
  id: 'mixed-sources',
  needs: ['funding'],
  codes: {
    MIXED_SOURCES: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning:
        'No source gave at least 80 percent of the lamports that arrived before the first self-paid transaction.',
      action: 'Read the metrics: the largest source and its share are named there.',
    },
  },
  judge({ funding }) {
    if (!funding || funding.credits.length === 0) return notApplicable;
    const { counted, main, shareBps } = tallyOf(funding);
    if (shareBps >= MAIN_SOURCE_SHARE_BPS_MIN) return clear;
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
