import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Can somebody change the transfer fee, even where there is none yet? */
export const transferFeeMutable = ruleFor<TokenEvidence>()({
  id: 'transfer-fee-mutable',
  needs: ['mint'],
  codes: ['TRANSFER_FEE_MUTABLE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const authority = extensionOf(mint.mint, 'transfer_fee')?.authority ?? null;
    return authority === null ? clear : raised([reason('TRANSFER_FEE_MUTABLE', { fee_authority: authority })]);
  },
});
