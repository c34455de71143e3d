import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** May balances be held in encrypted form? */
export const confidentialTransfer = tokenRule({
  id: 'confidential-transfer',
  needs: ['mint'],
  flags: {
    CONFIDENTIAL_TRANSFER: 'Balances may be held in encrypted form, so that figures of holders are lower bounds.',
  },
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    return extensionOf(mint.mint, 'confidential_transfer') === null ? clear : raised([], ['CONFIDENTIAL_TRANSFER']);
  },
});
