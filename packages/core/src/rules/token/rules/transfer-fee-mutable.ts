import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Can somebody change the transfer fee, even where there is none yet? */
export const transferFeeMutable = tokenRule({
  id: 'transfer-fee-mutable',
  needs: ['mint'],
  codes: {
    TRANSFER_FEE_MUTABLE: {
      severity: 'medium',
      category: 'control',
      certainty: 'state',
      meaning: 'Somebody can change the transfer fee, up to everything, from the epoch after the next on.',
      action: 'Watch the mint while you hold it; a change shows two epochs before it holds.',
    },
  },
  judge({ mint }) {
    const authority = extensionOf(mint, 'transfer_fee')?.authority ?? null;
    return authority === null ? clear : raised([reason('TRANSFER_FEE_MUTABLE', { fee_authority: authority })]);
  },
});
