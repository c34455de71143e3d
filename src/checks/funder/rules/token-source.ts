import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { placeEvidence, reason } from '../reason.ts';

/** Without lamports of others: did an ordinary wallet send tokens, or pay the fees? */
export const tokenSource = ruleFor<FunderEvidence>()({
  id: 'token-source',
  needs: ['funding', 'source', 'sourceAccount', 'sourceActivity'],
  codes: ['TOKEN_ONLY', 'SPONSORED'],
  judge({ funding, source, sourceAccount, sourceActivity }) {
    if (!source || source.address === null || source.label || source.basis === 'lamports') return notApplicable;
    if (!source.onCurve || !sourceAccount?.ownedBySystem || !sourceActivity) return clear;
    const sponsor = funding?.sponsor ?? null;
    const where = { source: source.address, sponsor: sponsor?.payer ?? null, ...placeEvidence(source) };
    return raised([reason(sponsor ? 'SPONSORED' : 'TOKEN_ONLY', where)]);
  },
});
