import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { FAST_HOLD_SECONDS, TRADES_PER_DAY_MAX } from '../policy.ts';
import { found } from '../reason.ts';

/** Could anybody follow in time? Real profit that nobody can copy stays real; holds of a few seconds are no judgement. */
export const copyable = ruleFor<JudgedEvidence>()({
  id: 'copyable',
  needs: ['figures'],
  codes: ['FAST_HOLDS'],
  flags: ['FAST_HOLDS', 'HIGH_FREQUENCY', 'NOT_COPYABLE'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    const { medianHoldSeconds: median, fastHoldsBps, tradesPerActiveDay } = figures.behaviour;
    const flags = [
      ...(median !== null && median < FAST_HOLD_SECONDS ? ['FAST_HOLDS'] : []),
      ...(tradesPerActiveDay > TRADES_PER_DAY_MAX ? ['HIGH_FREQUENCY'] : []),
    ];
    const tooFast = median === null ? [] : missed('FAST_HOLDS', median, { fast_holds_bps: fastHoldsBps });
    return found(tooFast, flags.length > 0 ? [...flags, 'NOT_COPYABLE'] : []);
  },
});
