import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { AgeFacts } from '../evidence.ts';
import { isMarketYounger, mintAgeSeconds, NEW_SECONDS, VERY_NEW_SECONDS } from '../market-age.ts';
import { tokenRule } from '../policy.ts';

const HOUR_SECONDS = 3_600;

/** How long is the mint proven to exist? An unproven age weighs as the youngest possible one. A younger market decides in its place. */
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
      meaning: 'The mint was made less than seven days ago, or is proven for a day and not for seven.',
      action: 'Its holders and liquidity have not been through much yet.',
    },
    AGE_UNAVAILABLE: {
      severity: 'medium',
      category: 'age',
      certainty: 'state',
      counts: 2,
      meaning: 'Nothing proves that the mint is older than a day, or its age or that of its market could not be read.',
      action: 'Treat it as made today.',
    },
  },
  flags: {
    AGE_AT_LEAST: 'The mint is at least as old as the metrics say; when it was made was not read.',
  },
  judge({ asOf: { time }, age }, evidence) {
    const seconds = mintAgeSeconds(evidence);
    if (seconds === null) return notApplicable;
    if (time === null) {
      return raised([reason('AGE_UNAVAILABLE', proofOf(age), 'The time of the slot is not known, and so no age.')]);
    }
    if (seconds >= NEW_SECONDS) return age.exact ? clear : raised([], ['AGE_AT_LEAST']);
    if (isMarketYounger(evidence)) return clear;
    const facts = { ...proofOf(age), age_seconds: seconds };
    const hours = counted(Math.floor(seconds / HOUR_SECONDS), 'full hour');
    const isFirstDay = seconds < VERY_NEW_SECONDS;
    if (!age.exact) {
      const message = `The mint is proven to exist for ${hours} only; when it was made was not read.`;
      return raised([reason(isFirstDay ? 'AGE_UNAVAILABLE' : 'TOKEN_NEW', facts, message)]);
    }
    return raised([reason(isFirstDay ? 'TOKEN_VERY_NEW' : 'TOKEN_NEW', facts, `The mint was made ${hours} ago.`)]);
  },
});

function proofOf({ provenSince, proof: { transaction, slot, what } }: AgeFacts) {
  return { proven_since_unix: provenSince, proof: what, proof_transaction: transaction, proof_slot: slot };
}
