import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** May balances be held in encrypted form? */
export const confidentialTransfer = ruleFor<TokenEvidence>()({
  id: 'confidential-transfer',
  needs: ['mint'],
  codes: [],
  flags: ['CONFIDENTIAL_TRANSFER'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    return extensionOf(mint.mint, 'confidential_transfer') === null ? clear : raised([], ['CONFIDENTIAL_TRANSFER']);
  },
});
