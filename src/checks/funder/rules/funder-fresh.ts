import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { FRESH_SECONDS } from '../policy.ts';
import { placeEvidence, reason } from '../reason.ts';

/** Was the unlabelled source itself first used less than 24 hours before it funded the address? */
export const funderFresh = ruleFor<FunderEvidence>()({
  id: 'funder-fresh',
  needs: ['source', 'hop'],
  codes: ['FUNDER_IS_FRESH'],
  judge({ source, hop }) {
    if (!source || source.label || !hop || hop.oldest.time === null || source.time === null) return notApplicable;
    if (source.time - hop.oldest.time >= FRESH_SECONDS) return clear;
    return raised([reason('FUNDER_IS_FRESH', { source: source.address, ...placeEvidence(hop.oldest) })]);
  },
});
