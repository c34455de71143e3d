import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Can somebody change the name of the token? */
export const metadataMutable = ruleFor<TokenEvidence>()({
  id: 'metadata-mutable',
  needs: ['metadata'],
  codes: [],
  flags: ['METADATA_MUTABLE'],
  judge({ metadata }) {
    if (metadata === null) return notApplicable;
    return metadata.mutable ? raised([], ['METADATA_MUTABLE']) : clear;
  },
});
