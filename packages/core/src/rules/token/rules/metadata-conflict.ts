import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Do the record in the mint and the one of Metaplex call the token differently? */
export const metadataConflict = tokenRule({
  id: 'metadata-conflict',
  needs: ['metadata'],
  flags: {
    METADATA_CONFLICT: 'The record in the mint and the one of Metaplex have different names.',
  },
  judge({ metadata }) {
    return metadata.conflict ? raised([], ['METADATA_CONFLICT']) : clear;
  },
});
