import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { FRESH_SECONDS } from '../policy.ts';

/** Was the address first used less than 24 hours before the moment of the answer? */
export const freshWallet = ruleFor<FunderEvidence>()({
  id: 'fresh-wallet',
  needs: ['asOf', 'history'],
  codes: [],
  flags: ['FRESH_WALLET'],
  judge({ asOf, history }) {
    if (!history || asOf.time === null || history.oldest.time === null) return notApplicable;
    return asOf.time - history.oldest.time < FRESH_SECONDS ? raised([], ['FRESH_WALLET']) : clear;
  },
});
