import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Metaplex's token standards of collectibles by number; 1 and 2 are fungible. */
const collectible: ReadonlyMap<number, string> = new Map([
  [0, 'non-fungible'],
  [3, 'edition'],
  [4, 'programmable non-fungible'],
  [5, 'edition of a programmable non-fungible'],
]);

/** Does Metaplex's record say that it is a collectible? */
export const tokenStandard = tokenRule({
  id: 'token-standard',
  needs: ['mint', 'metadata'],
  codes: {
    NON_FUNGIBLE: {
      severity: 'info',
      category: 'identity',
      certainty: 'state',
      meaning: 'The mint is one of a kind or an edition, not a fungible token.',
      action: 'This check is about fungible tokens; ask a service for collectibles.',
    },
  },
  judge({ metadata }) {
    const standard = metadata.tokenStandard;
    const name = standard === null ? undefined : collectible.get(standard);
    if (name === undefined) return clear;
    const message = `The record of Metaplex says that the mint is ${name}, not a fungible token.`;
    return raised([reason('NON_FUNGIBLE', { token_standard: standard }, message)]);
  },
});
