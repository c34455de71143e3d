import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Is the name of the token decided by an account that is neither its mint nor its record at Metaplex? */
export const metadataPointer = tokenRule({
  id: 'metadata-pointer',
  needs: ['metadata'],
  codes: {
    METADATA_POINTER_FOREIGN: {
      severity: 'medium',
      category: 'entity',
      certainty: 'state',
      meaning: 'The mint points at an account for its metadata that is neither its own nor its Metaplex account.',
      action: 'Do not rely on its name: what it is called is decided elsewhere.',
    },
  },
  judge({ metadata }) {
    const { foreignPointer } = metadata;
    return foreignPointer === null ? clear : raised([reason('METADATA_POINTER_FOREIGN', { pointer: foreignPointer })]);
  },
});
