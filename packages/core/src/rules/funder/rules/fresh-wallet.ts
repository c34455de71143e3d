import { clear, notApplicable, raised } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/** Younger than this is fresh: 24 hours. */
export const FRESH_SECONDS = 86_400;

/** Was the address first used less than 24 hours before the moment of the answer? */
export const freshWallet = funderRule({
  id: 'fresh-wallet',
  needs: ['asOf', 'history'],
  flags: {
    FRESH_WALLET: 'The address was first used less than 24 hours before the moment of the answer.',
  },
  judge({ asOf, history }) {
    if (asOf.time === null || history.oldest.time === null) return notApplicable;
    return asOf.time - history.oldest.time < FRESH_SECONDS ? raised([], ['FRESH_WALLET']) : clear;
  },
});
