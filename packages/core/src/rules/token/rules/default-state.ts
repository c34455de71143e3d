import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Are new accounts frozen, so that who buys has to be let go first? */
export const defaultState = tokenRule({
  id: 'default-state',
  needs: ['mint'],
  codes: {
    DEFAULT_STATE_FROZEN: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: 'Every new account is frozen until the freeze authority thaws it.',
      action: 'Do not buy: what you receive cannot be sold before somebody allows it.',
    },
  },
  judge({ mint }) {
    if (extensionOf(mint, 'default_account_state')?.frozen !== true) return clear;
    const { freezeAuthority } = mint;
    const message =
      freezeAuthority === null ? 'Every new account is frozen, and nobody is left who could thaw it.' : undefined;
    return raised([reason('DEFAULT_STATE_FROZEN', { freeze_authority: freezeAuthority }, message)]);
  },
});
