import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Can the tokens be transferred at all? */
export const nonTransferable = tokenRule({
  id: 'non-transferable',
  needs: ['mint'],
  codes: {
    NON_TRANSFERABLE: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: 'The tokens can never be transferred, and so never be sold.',
      action: 'Do not buy it at any price.',
    },
  },
  judge({ mint }) {
    return extensionOf(mint, 'non_transferable') === null ? clear : raised([reason('NON_TRANSFERABLE', {})]);
  },
});
