import { clear, notApplicable, raised } from '../../rule.ts';
import { secondsToTrade } from '../evidence.ts';
import { funderRule } from '../policy.ts';

/** A first trade within this time of the first money suggests that the money was given for it: 60 seconds. */
const JUST_IN_TIME_SECONDS_MAX = 60;

/** Did the address buy its first token as soon as its money was there? */
export const justInTime = funderRule({
  id: 'just-in-time',
  needs: ['source', 'firstTrade'],
  flags: {
    JUST_IN_TIME: 'The address bought its first token at most 60 seconds after its first money had arrived.',
  },
  judge({ source, firstTrade }) {
    const seconds = secondsToTrade(source, firstTrade);
    if (seconds === null) return notApplicable;
    return seconds <= JUST_IN_TIME_SECONDS_MAX ? raised([], ['JUST_IN_TIME']) : clear;
  },
});
