import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Is the name of the token decided by an account that is neither its mint nor its record at Metaplex? */
export const metadataPointer = ruleFor<TokenEvidence>()({
  id: 'metadata-pointer',
  needs: ['metadata'],
  codes: ['METADATA_POINTER_FOREIGN'],
  judge({ metadata }) {
    if (metadata === null) return notApplicable;
    const { foreignPointer } = metadata;
    return foreignPointer === null ? clear : raised([reason('METADATA_POINTER_FOREIGN', { pointer: foreignPointer })]);
  },
});
