import { clear, raised, reason } from '../../rule.ts';
import { walletRule } from '../policy.ts';
import { signingKey } from './signing-key.ts';

/** Is the account a plain one? An absent one is a wallet with nothing in it. */
export const systemAccount = walletRule({
  id: 'system-account',
  needs: ['account'],
  codes: signingKey.codes,
  judge({ account: { executable, ownedBySystem } }) {
    if (ownedBySystem && !executable) return clear;
    return raised([reason('NOT_A_WALLET', { executable, owned_by_system: ownedBySystem })]);
  },
});
