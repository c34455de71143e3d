import { clear, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/** Is the account a plain one? An absent one is a wallet with nothing in it. */
export const systemAccount = ruleFor<JudgedEvidence>()({
  id: 'system-account',
  needs: ['account'],
  codes: ['NOT_A_WALLET'],
  judge({ account: { executable, ownedBySystem } }) {
    if (ownedBySystem && !executable) return clear;
    return raised([reason('NOT_A_WALLET', { executable, owned_by_system: ownedBySystem })]);
  },
});
