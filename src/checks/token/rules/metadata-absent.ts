import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Has the token no name on chain? */
export const metadataAbsent = ruleFor<TokenEvidence>()({
  id: 'metadata-absent',
  needs: ['metadata'],
  codes: [],
  flags: ['METADATA_ABSENT'],
  judge({ metadata }) {
    if (metadata === null) return notApplicable;
    return metadata.source === 'none' ? raised([], ['METADATA_ABSENT']) : clear;
  },
});
