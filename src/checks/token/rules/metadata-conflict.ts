import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Do the record in the mint and the one of Metaplex call the token differently? */
export const metadataConflict = ruleFor<TokenEvidence>()({
  id: 'metadata-conflict',
  needs: ['metadata'],
  codes: [],
  flags: ['METADATA_CONFLICT'],
  judge({ metadata }) {
    if (metadata === null) return notApplicable;
    return metadata.conflict ? raised([], ['METADATA_CONFLICT']) : clear;
  },
});
