import { found } from '../../rule.ts';
import { walletRule } from '../policy.ts';

/** Are there positions that do not count because of unseen parts? */
export const uncountedPositions = walletRule({
  id: 'uncounted-positions',
  needs: ['book'],
  flags: {
    CONFIDENTIAL_MINT: 'Balances of a traded token can be hidden; its positions do not count.',
    UNCLEAR_POSITIONS: 'Some transactions could not be told to be a trade; their positions do not count.',
  },
  judge({ book }) {
    const taints = new Set(book.positions.map(({ taint }) => taint));
    return found(
      [],
      [
        ...(taints.has('confidential') ? ['CONFIDENTIAL_MINT'] : []),
        ...(taints.has('unclear') ? ['UNCLEAR_POSITIONS'] : []),
      ],
    );
  },
});
