import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Are new accounts frozen, so that who buys has to be let go first? */
export const defaultState = ruleFor<TokenEvidence>()({
  id: 'default-state',
  needs: ['mint'],
  codes: ['DEFAULT_STATE_FROZEN'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    if (extensionOf(mint.mint, 'default_account_state')?.frozen !== true) return clear;
    const { freezeAuthority } = mint.mint;
    const message =
      freezeAuthority === null ? 'Every new account is frozen, and nobody is left who could thaw it.' : undefined;
    return raised([reason('DEFAULT_STATE_FROZEN', { freeze_authority: freezeAuthority }, message)]);
  },
});
