import { clear, raised, reason } from '../../rule.ts';
import { isCustodial } from '../evidence.ts';
import { walletRule } from '../policy.ts';

/** Does the address hold the money of many? */
export const custodial = walletRule({
  id: 'custodial',
  needs: ['identity'],
  codes: {
    CUSTODIAL_ADDRESS: {
      severity: 'info',
      allows: 'UNVERIFIABLE',
      aboutAddress: true,
      meaning: 'The address is labelled as one that holds the money of many, such as an exchange or a bridge.',
      action: 'Its profit belongs to nobody in particular. Ask about a wallet of one owner.',
    },
  },
  judge({ identity: { label } }) {
    if (!label || !isCustodial(label)) return clear;
    const { grade, date, category } = label;
    const said = { label: label.label, label_grade: grade, label_date: date, label_category: category };
    return raised([reason('CUSTODIAL_ADDRESS', said, `The address is ${label.label}.`)]);
  },
});
