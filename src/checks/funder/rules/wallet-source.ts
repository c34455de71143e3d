import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderCode } from '../codes.ts';
import type { FunderEvidence, Source } from '../evidence.ts';
import { placeEvidence, reason } from '../reason.ts';

/** Is the main source an ordinary wallet: on the curve, unlabelled, owned by the System program? Hubs have a rule of their own. */
export const walletSource = ruleFor<FunderEvidence>()({
  id: 'wallet-source',
  needs: ['source', 'sourceAccount', 'sourceActivity'],
  codes: ['DIRECT_WALLET_TRANSFER', 'SWAP_PAID_BY_OTHER'],
  judge({ source, sourceAccount, sourceActivity }) {
    if (!source || source.address === null || source.label || source.basis !== 'lamports') return notApplicable;
    if (!source.onCurve || !sourceAccount?.ownedBySystem || !sourceActivity) return clear;
    return raised([reason(walletCode(source), { source: source.address, ...placeEvidence(source) })]);
  },
});

function walletCode(source: Source): FunderCode {
  return source.mechanism === 'swap' ? 'SWAP_PAID_BY_OTHER' : 'DIRECT_WALLET_TRANSFER';
}
