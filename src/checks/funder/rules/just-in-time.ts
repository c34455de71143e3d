import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { JUST_IN_TIME_SECONDS_MAX } from '../policy.ts';
import { secondsToTrade } from '../seconds-to-trade.ts';

/** Did the address buy its first token as soon as its money was there? */
export const justInTime = ruleFor<FunderEvidence>()({
  id: 'just-in-time',
  needs: ['source', 'firstTrade'],
  codes: [],
  flags: ['JUST_IN_TIME'],
  judge({ source, firstTrade }) {
    const seconds = secondsToTrade(source, firstTrade);
    if (seconds === null) return notApplicable;
    return seconds <= JUST_IN_TIME_SECONDS_MAX ? raised([], ['JUST_IN_TIME']) : clear;
  },
});
