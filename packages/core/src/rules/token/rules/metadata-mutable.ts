import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Can somebody change the name of the token? */
export const metadataMutable = tokenRule({
  id: 'metadata-mutable',
  needs: ['metadata'],
  flags: {
    METADATA_MUTABLE: 'Somebody can change the name, symbol and link of the token.',
  },
  judge({ metadata }) {
    return metadata.mutable ? raised([], ['METADATA_MUTABLE']) : clear;
  },
});
