import { found } from '../../rule.ts';
import { walletRule } from '../policy.ts';

/** Did the wallet make tokens of its own? */
export const ownMints = walletRule({
  id: 'own-mints',
  needs: ['book'],
  flags: {
    CREATED_MINTS: 'The wallet made tokens of its own in the window.',
  },
  judge: ({ book }) => found([], book.created.length > 0 ? ['CREATED_MINTS'] : []),
});
