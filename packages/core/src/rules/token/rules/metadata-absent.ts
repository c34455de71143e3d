import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Has the token no name on chain? */
export const metadataAbsent = tokenRule({
  id: 'metadata-absent',
  needs: ['metadata'],
  flags: {
    METADATA_ABSENT: 'The token has no metadata on chain, so that it has no name.',
  },
  judge({ metadata }) {
    return metadata.source === 'none' ? raised([], ['METADATA_ABSENT']) : clear;
  },
});
