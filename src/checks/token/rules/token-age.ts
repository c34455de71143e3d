import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { AgeFacts, TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { NEW_SECONDS, VERY_NEW_SECONDS } from '../thresholds.ts';

const HOUR_SECONDS = 3_600;

/** How long is the mint proven to exist? A time in the future proves nothing yet. */
export const tokenAge = ruleFor<TokenEvidence>()({
  id: 'token-age',
  needs: ['asOf', 'mint', 'age'],
  codes: ['TOKEN_VERY_NEW', 'TOKEN_NEW', 'AGE_UNAVAILABLE'],
  flags: ['AGE_AT_LEAST'],
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
