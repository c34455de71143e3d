import { clear, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Can a person sign for the address at all? A curve point without an account is a wallet that holds 0 lamports. */
export const subjectWallet = ruleFor<FunderEvidence>()({
  id: 'subject-wallet',
  needs: ['identity', 'account'],
  codes: ['NOT_A_WALLET'],
  judge({ identity, account }) {
    if (identity.onCurve && account.ownedBySystem && !account.executable) return clear;
    const { executable, ownedBySystem } = account;
    return raised([reason('NOT_A_WALLET', { on_curve: identity.onCurve, executable, owned_by_system: ownedBySystem })]);
  },
});
