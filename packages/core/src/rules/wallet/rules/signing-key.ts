import { clear, raised, reason } from '../../rule.ts';
import { walletRule } from '../policy.ts';

/** Can a person hold a key for the address? Off the curve nobody can. */
export const signingKey = walletRule({
  id: 'signing-key',
  needs: ['identity'],
  codes: {
    NOT_A_WALLET: {
      severity: 'info',
      allows: 'UNVERIFIABLE',
      aboutAddress: true,
      meaning: 'The address is a program, is owned by one, or lies off the curve, so that no person can sign for it.',
      action: 'Ask about the wallet behind it instead, for example the owner of the token account.',
    },
  },
  judge: ({ identity }) => (identity.onCurve ? clear : raised([reason('NOT_A_WALLET', { on_curve: false })])),
});
