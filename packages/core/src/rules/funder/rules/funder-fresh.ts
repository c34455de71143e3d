import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { placeEvidence } from '../reason-evidence.ts';
import { FRESH_SECONDS } from './fresh-wallet.ts';

/** Was the unlabelled source itself first used less than 24 hours before it funded the address? */
export const funderFresh = funderRule({
  id: 'funder-fresh',
  needs: ['source', 'hop'],
  codes: {
    FUNDER_IS_FRESH: {
      severity: 'low',
      allows: 'WALLET_FUNDED',
      meaning: 'The source itself was first used less than 24 hours before it funded the address.',
      action: 'Follow the source further back: fresh chains of wallets are how origins are hidden.',
    },
  },
  judge({ source, hop }) {
    if (source.label || hop.oldest.time === null || source.time === null) return notApplicable;
    if (source.time - hop.oldest.time >= FRESH_SECONDS) return clear;
    return raised([reason('FUNDER_IS_FRESH', { source: source.address, ...placeEvidence(hop.oldest) })]);
  },
});
