import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { placeEvidence } from '../reason-evidence.ts';
import { tallyOf } from '../tally.ts';

/** Unexplained lamports above this share of the arrivals leave the origin unknown, in basis points. */
const UNEXPLAINED_SHARE_BPS_MAX = 100n;

/** Can what arrived be attributed, up to one percent, and has the main source a name? */
export const unexplainedCredit = funderRule({
  id: 'unexplained-credit',
  needs: ['funding'],
  mayBeNull: ['source'],
  codes: {
    UNEXPLAINED_CREDIT: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'More than one percent of the lamports that arrived cannot be attributed to anybody.',
      action: 'Treat the origin as unknown; the transaction is named in the evidence.',
    },
  },
  judge({ funding, source }) {
    const { unexplainedLamports } = funding;
    const { arrived } = tallyOf(funding);
    const nameless = source !== null && source.address === null;
    if (!nameless && unexplainedLamports * 10_000n <= arrived * UNEXPLAINED_SHARE_BPS_MAX) return clear;
    const where = source ? placeEvidence(source) : {};
    return raised([reason('UNEXPLAINED_CREDIT', { unexplained_lamports: unexplainedLamports.toString(), ...where })]);
  },
});
