import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Does burning take the consent of somebody? */
export const permissionedBurn = ruleFor<TokenEvidence>()({
  id: 'permissioned-burn',
  needs: ['mint'],
  codes: [],
  flags: ['PERMISSIONED_BURN'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const authority = extensionOf(mint.mint, 'permissioned_burn')?.authority ?? null;
    return authority === null ? clear : raised([], ['PERMISSIONED_BURN']);
  },
});
