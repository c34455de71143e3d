import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { UNEXPLAINED_SHARE_BPS_MAX } from '../policy.ts';
import { placeEvidence, reason } from '../reason.ts';
import { tallyOf } from '../tally.ts';

/** Can what arrived be attributed, up to one percent, and has the main source a name? */
export const unexplainedCredit = ruleFor<FunderEvidence>()({
  id: 'unexplained-credit',
  needs: ['funding', 'source'],
  codes: ['UNEXPLAINED_CREDIT'],
  judge({ funding, source }) {
    if (!funding) return notApplicable;
    const { unexplainedLamports } = funding;
    const { arrived } = tallyOf(funding);
    const nameless = source !== null && source.address === null;
    if (!nameless && unexplainedLamports * 10_000n <= arrived * UNEXPLAINED_SHARE_BPS_MAX) return clear;
    const where = source ? placeEvidence(source) : {};
    return raised([reason('UNEXPLAINED_CREDIT', { unexplained_lamports: unexplainedLamports.toString(), ...where })]);
  },
});
