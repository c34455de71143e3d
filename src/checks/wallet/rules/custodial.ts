import type { LabelFact } from '../../label.ts';
import { clear, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/**
 * Does the address hold the money of many? A weak label is not enough. Market makers trade for themselves, an exploiter is a
 * person's wallet, and a fee account belongs to one owner.
 */
export const custodial = ruleFor<JudgedEvidence>()({
  id: 'custodial',
  needs: ['identity'],
  codes: ['CUSTODIAL_ADDRESS'],
  judge({ identity: { label } }) {
    if (!label || label.grade === 'weak' || isOfOneOwner(label)) return clear;
    const { grade, date, category } = label;
    const said = { label: label.label, label_grade: grade, label_date: date, label_category: category };
    return raised([reason('CUSTODIAL_ADDRESS', said, `The address is ${label.label}.`)]);
  },
});

function isOfOneOwner({ fundingClass, category }: LabelFact): boolean {
  return fundingClass === 'exploiter' || fundingClass === 'fee_account' || category === 'market_maker';
}
