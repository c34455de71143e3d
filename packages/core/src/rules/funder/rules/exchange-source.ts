import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { labelEvidence, placeEvidence } from '../reason-evidence.ts';

/** Is the main source an exchange's own account? It must be a curve point that the System program owns. */
export const exchangeSource = funderRule({
  id: 'exchange-source',
  needs: ['source', 'sourceAccount'],
  codes: {
    DIRECT_CEX_TRANSFER: {
      severity: 'info',
      allows: 'CEX_FUNDED',
      meaning: 'The first lamports came straight from an account that is labelled as an exchange.',
      action: 'Treat it as an origin with an identity check behind it, not as proof of good intent.',
    },
    CEX_TOKEN_FUNDED: {
      severity: 'info',
      allows: 'CEX_FUNDED',
      meaning:
        'The address got tokens from an exchange account and no lamports of its own; somebody else pays its fees.',
      action: 'Treat it like a withdrawal from the exchange with lower confidence; look at who pays the fees.',
    },
    LABEL_WEAK: {
      severity: 'low',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The source carries an exchange label that is contradicted or of low grade, which proves nothing.',
      action: 'Do not count it as an exchange origin; look at the sources of the label.',
    },
  },
  flags: {
    LABEL_SINGLE_SOURCE: 'The exchange label rests on one credible source only; confidence is at most 0.70.',
  },
  judge({ source, sourceAccount }) {
    if (!source.label || source.basis === 'sponsor') return notApplicable;
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
