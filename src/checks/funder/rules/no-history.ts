import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Is there nothing at all: no lamports, no transaction, no token account? */
export const noHistory = ruleFor<FunderEvidence>()({
  id: 'no-history',
  needs: ['account', 'trace'],
  codes: ['NO_HISTORY'],
  judge({ account, trace }) {
    if (!trace) return notApplicable;
    if (trace.listed || trace.tokenAccounts !== 0 || account.lamports > 0n) return clear;
    return raised([reason('NO_HISTORY', { lamports: '0', signatures: 0, token_accounts: 0 })]);
  },
});
