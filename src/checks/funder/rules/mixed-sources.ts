import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { MAIN_SOURCE_SHARE_BPS_MIN } from '../policy.ts';
import { reason } from '../reason.ts';
import { tallyOf } from '../tally.ts';

/** Did one source give at least 80 percent of the lamports? */
export const mixedSources = ruleFor<FunderEvidence>()({
  id: 'mixed-sources',
  needs: ['funding'],
  codes: ['MIXED_SOURCES'],
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
