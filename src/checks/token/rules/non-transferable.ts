import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Can the tokens be transferred at all? */
export const nonTransferable = ruleFor<TokenEvidence>()({
  id: 'non-transferable',
  needs: ['mint'],
  codes: ['NON_TRANSFERABLE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    return extensionOf(mint.mint, 'non_transferable') === null ? clear : raised([reason('NON_TRANSFERABLE', {})]);
  },
});
