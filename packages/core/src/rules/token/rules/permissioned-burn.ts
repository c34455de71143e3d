import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Does burning take the consent of somebody? */
export const permissionedBurn = tokenRule({
  id: 'permissioned-burn',
  needs: ['mint'],
  flags: {
    PERMISSIONED_BURN: 'Burning the token takes the consent of an authority.',
  },
  judge({ mint }) {
    const authority = extensionOf(mint, 'permissioned_burn')?.authority ?? null;
    return authority === null ? clear : raised([], ['PERMISSIONED_BURN']);
  },
});
