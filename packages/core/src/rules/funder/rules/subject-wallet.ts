import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/** Can a person sign for the address at all? A curve point without an account is a wallet that holds 0 lamports. */
export const subjectWallet = funderRule({
  id: 'subject-wallet',
  needs: ['identity', 'account'],
  codes: {
    NOT_A_WALLET: {
      severity: 'info',
      allows: 'UNKNOWN',
      meaning: 'The address is a program, is owned by one, or lies off the curve, so that no person can sign for it.',
      action: 'Ask about the wallet behind it instead, for example the owner of the token account.',
    },
  },
  judge({ identity, account }) {
    if (identity.onCurve && account.ownedBySystem && !account.executable) return clear;
    const { executable, ownedBySystem } = account;
    return raised([reason('NOT_A_WALLET', { on_curve: identity.onCurve, executable, owned_by_system: ownedBySystem })]);
  },
});
