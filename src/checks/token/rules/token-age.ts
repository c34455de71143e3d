import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { AgeFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';

/** Ages in seconds: most tokens that end do so within 24 hours (SolRPDS), RiskRadar calls the first seven days new. */
const VERY_NEW_SECONDS = 86_400;
export const NEW_SECONDS = 7 * 86_400;

const HOUR_SECONDS = 3_600;

/** How long is the mint proven to exist? A time in the future proves nothing yet. */
export const tokenAge = tokenRule({
  id: 'token-age',
  needs: ['asOf', 'mint', 'age'],
  codes: {
    TOKEN_VERY_NEW: {
      severity: 'medium',
      category: 'age',
      certainty: 'derived',
      counts: 2,
      meaning: 'The mint was made less than 24 hours ago.',
      action: 'Most tokens that end do so on their first day; wait, or risk little.',
    },
    TOKEN_NEW: {
      severity: 'medium',
      category: 'age',
      certainty: 'derived',
      meaning: 'The mint was made less than seven days ago.',
      action: 'Its holders and liquidity have not been through much yet.',
    },
    AGE_UNAVAILABLE: {
      severity: 'medium',
      category: 'data',
      certainty: 'state',
      meaning: 'Since when the mint exists could not be proven for seven days back.',
      action: 'Treat it as possibly new.',
    },
  },
  flags: {
    AGE_AT_LEAST: 'The mint is at least as old as the metrics say; when it was made was not read.',
  },
  judge({ asOf: { time }, mint, age }) {
    if (mint.is !== 'mint' || age === null) return notApplicable;
    if (time === null) {
      return raised([reason('AGE_UNAVAILABLE', proofOf(age), 'The time of the slot is not known, and so no age.')]);
    }
    const seconds = Math.max(0, time - age.provenSince);
    if (seconds >= NEW_SECONDS) return age.exact ? clear : raised([], ['AGE_AT_LEAST']);
    const facts = { ...proofOf(age), age_seconds: seconds };
    const hours = counted(Math.floor(seconds / HOUR_SECONDS), 'full hour');
    if (!age.exact) {
      const message = `The mint is proven to exist for ${hours} only; when it was made was not read.`;
      return raised([reason('AGE_UNAVAILABLE', facts, message)]);
    }
    const code = seconds < VERY_NEW_SECONDS ? 'TOKEN_VERY_NEW' : 'TOKEN_NEW';
    return raised([reason(code, facts, `The mint was made ${hours} ago.`)]);
  },
});

function proofOf({ provenSince, proof: { transaction, slot, what } }: AgeFacts) {
  return { proven_since_unix: provenSince, proof: what, proof_transaction: transaction, proof_slot: slot };
}
