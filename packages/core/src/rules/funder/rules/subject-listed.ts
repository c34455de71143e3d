import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { labelEvidence } from '../reason-evidence.ts';

/** Does a list of sanctions, drainers or exploiters name the address itself? */
export const subjectListed = funderRule({
  id: 'subject-listed',
  needs: ['identity'],
  codes: {
    SUBJECT_SANCTIONED: {
      severity: 'critical',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The address itself is on a list of sanctions.',
      action: 'Do not deal with the address before a person has looked at it; the label names the list.',
    },
  },
  flags: {
    SUBJECT_FLAGGED: 'The address itself is listed as an exploiter or a drainer.',
  },
  judge({ identity: { label } }) {
    if (label?.fundingClass === 'sanctioned') {
      return raised([reason('SUBJECT_SANCTIONED', labelEvidence(label), `The address is ${label.label}.`)]);
    }
    return label?.fundingClass === 'exploiter' ? raised([], ['SUBJECT_FLAGGED']) : clear;
  },
});
