import { clear, raised, ruleFor } from '../../rule.ts';
import { isCustodial } from '../evidence.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/** Does the address hold the money of many? */
export const custodial = ruleFor<JudgedEvidence>()({
  id: 'custodial',
  needs: ['identity'],
  codes: ['CUSTODIAL_ADDRESS'],
  judge({ identity: { label } }) {
    if (!label || !isCustodial(label)) return clear;
    const { grade, date, category } = label;
    const said = { label: label.label, label_grade: grade, label_date: date, label_category: category };
    return raised([reason('CUSTODIAL_ADDRESS', said, `The address is ${label.label}.`)]);
  },
});
