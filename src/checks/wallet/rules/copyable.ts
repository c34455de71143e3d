import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Could anybody follow in time? Real profit that nobody can copy stays real; holds of a few seconds are no judgement. */
export const copyable = ruleFor<JudgedEvidence>()({
  id: 'copyable',
  needs: ['figures'],
  codes: ['FAST_HOLDS', 'HIGH_FREQUENCY'],
  flags: ['FAST_HOLDS', 'HIGH_FREQUENCY', 'NOT_COPYABLE'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    const { medianHoldSeconds, fastHoldsBps, tradesPerActiveDay } = figures.behaviour;
    const reasons = [
      ...(medianHoldSeconds === null ? [] : missed('FAST_HOLDS', medianHoldSeconds, { fast_holds_bps: fastHoldsBps })),
      ...missed('HIGH_FREQUENCY', tradesPerActiveDay),
    ];
    const names = reasons.map(({ code }) => code);
    return found(reasons, names.length > 0 ? [...names, 'NOT_COPYABLE'] : []);
  },
});
