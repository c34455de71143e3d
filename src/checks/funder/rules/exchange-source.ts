import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { labelEvidence, placeEvidence, reason } from '../reason.ts';

/** Is the main source an exchange's own account? It must be a curve point that the System program owns. */
export const exchangeSource = ruleFor<FunderEvidence>()({
  id: 'exchange-source',
  needs: ['source', 'sourceAccount'],
  codes: ['DIRECT_CEX_TRANSFER', 'CEX_TOKEN_FUNDED', 'LABEL_WEAK'],
  flags: ['LABEL_SINGLE_SOURCE'],
  judge({ source, sourceAccount }) {
    if (!source?.label || !sourceAccount || source.basis === 'sponsor') return notApplicable;
    if (source.label.fundingClass !== 'exchange') return notApplicable;
    const { label } = source;
    const where = { source: source.address, ...placeEvidence(source), ...labelEvidence(label) };
    if (label.grade === 'weak') return raised([reason('LABEL_WEAK', where)]);
    if (!source.onCurve || !sourceAccount.ownedBySystem) return clear;
    const code = source.basis === 'tokens' ? 'CEX_TOKEN_FUNDED' : 'DIRECT_CEX_TRANSFER';
    const message = `The first ${source.basis === 'tokens' ? 'tokens' : 'lamports'} came from ${label.label}.`;
    return raised([reason(code, where, message)], label.grade === 'single' ? ['LABEL_SINGLE_SOURCE'] : []);
  },
});
