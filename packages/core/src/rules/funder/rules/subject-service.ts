import { clear, raised, reason } from '../../rule.ts';
import { isListedPerson } from '../evidence.ts';
import { funderRule } from '../policy.ts';
import { labelEvidence } from '../reason-evidence.ts';

/** Is the address itself a labelled service? A weak label is not enough, and a listed exploiter or sanctioned person has a wallet like others. */
export const subjectService = funderRule({
  id: 'subject-service',
  needs: ['identity'],
  codes: {
    SUBJECT_IS_SERVICE: {
      severity: 'info',
      allows: 'UNKNOWN',
      meaning: 'The address itself is a labelled service such as an exchange, a bridge or a fee account.',
      action: 'Where a service got its first money says nothing about those who use it.',
    },
  },
  judge({ identity: { label } }) {
    if (!label || label.grade === 'weak' || isListedPerson(label)) return clear;
    return raised([reason('SUBJECT_IS_SERVICE', labelEvidence(label), `The address is ${label.label}.`)]);
  },
});
