import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { placeEvidence } from '../reason-evidence.ts';

/** Without lamports of others: did an ordinary wallet send tokens, or pay the fees? */
export const tokenSource = funderRule({
  id: 'token-source',
  needs: ['source'],
  mayBeNull: ['funding', 'sourceAccount', 'sourceActivity'],
  codes: {
    TOKEN_ONLY: {
      severity: 'low',
      allows: 'WALLET_FUNDED',
      meaning: 'The address received tokens but no lamports; the source is the owner of the debited token account.',
      action: 'Expect that another account pays the fees; check that one too.',
    },
    SPONSORED: {
      severity: 'low',
      allows: 'WALLET_FUNDED',
      meaning:
        'The fees of the first transactions were paid by another account, and no lamports were sent before them.',
      action: 'Treat the sponsor and the source of the tokens as connected to the address.',
    },
  },
  judge({ funding, source, sourceAccount, sourceActivity }) {
    if (source.address === null || source.label || source.basis === 'lamports') return notApplicable;
    if (!source.onCurve || !sourceAccount?.ownedBySystem || !sourceActivity) return clear;
    const sponsor = funding?.sponsor ?? null;
    const where = { source: source.address, sponsor: sponsor?.payer ?? null, ...placeEvidence(source) };
    return raised([reason(sponsor ? 'SPONSORED' : 'TOKEN_ONLY', where)]);
  },
});
