import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** May balances be held in encrypted form? */
export const confidentialTransfer = tokenRule({
  id: 'confidential-transfer',
  needs: ['mint'],
  flags: {
    CONFIDENTIAL_TRANSFER: 'Balances may be held in encrypted form, so that figures of holders are lower bounds.',
  },
  judge({ mint }) {
    return extensionOf(mint, 'confidential_transfer') === null ? clear : raised([], ['CONFIDENTIAL_TRANSFER']);
  },
});
