import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Metaplex's token standards of collectibles by number; 1 and 2 are fungible. */
const collectible: ReadonlyMap<number, string> = new Map([
  [0, 'non-fungible'],
  [3, 'edition'],
  [4, 'programmable non-fungible'],
  [5, 'edition of a programmable non-fungible'],
]);

/** Does Metaplex's record say that it is a collectible? */
export const tokenStandard = ruleFor<TokenEvidence>()({
  id: 'token-standard',
  needs: ['mint', 'metadata'],
  codes: ['NON_FUNGIBLE'],
  judge({ mint, metadata }) {
    if (mint.is !== 'mint' || metadata === null) return notApplicable;
    const standard = metadata.tokenStandard;
    const name = standard === null ? undefined : collectible.get(standard);
    if (name === undefined) return clear;
    const message = `The record of Metaplex says that the mint is ${name}, not a fungible token.`;
    return raised([reason('NON_FUNGIBLE', { token_standard: standard }, message)]);
  },
});
