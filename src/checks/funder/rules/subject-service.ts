import { clear, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { labelEvidence, reason } from '../reason.ts';

/** Is the address itself a labelled service? A weak label is not enough, and an exploiter is a person's wallet. */
export const subjectService = ruleFor<FunderEvidence>()({
  id: 'subject-service',
  needs: ['identity'],
  codes: ['SUBJECT_IS_SERVICE'],
  judge({ identity: { label } }) {
    if (!label || label.grade === 'weak' || label.fundingClass === 'exploiter') return clear;
    return raised([reason('SUBJECT_IS_SERVICE', labelEvidence(label), `The address is ${label.label}.`)]);
  },
});
