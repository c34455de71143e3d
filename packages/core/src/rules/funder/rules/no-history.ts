import { clear, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/** Is there nothing at all: no lamports, no transaction, no token account? */
export const noHistory = funderRule({
  id: 'no-history',
  needs: ['account', 'trace'],
  codes: {
    NO_HISTORY: {
      severity: 'info',
      allows: 'UNKNOWN',
      meaning: 'The address has no lamports, no transactions and no token accounts.',
      action: 'There is nothing to judge yet. Check the spelling, or ask again when the address has been used.',
    },
  },
  judge({ account, trace }) {
    if (trace.listed || trace.tokenAccounts !== 0 || account.lamports > 0n) return clear;
    return raised([reason('NO_HISTORY', { lamports: '0', signatures: 0, token_accounts: 0 })]);
  },
});
