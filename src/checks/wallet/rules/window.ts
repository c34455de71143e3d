import { found, notApplicable } from '../../rule.ts';
import { walletRule } from '../policy.ts';

/** Does the window hold the whole life of the wallet, and did its own list name everything? */
export const window = walletRule({
  id: 'window',
  needs: ['history'],
  flags: {
    BORN_IN_WINDOW: 'The first transaction of the wallet lies inside the window: its whole life was read.',
    HISTORY_REPAIRED: "Some transactions were found only in the lists of the wallet's token accounts.",
  },
  judge({ history }) {
    if (!history) return notApplicable;
    return found(
      [],
      [...(history.bornInside ? ['BORN_IN_WINDOW'] : []), ...(history.repaired > 0 ? ['HISTORY_REPAIRED'] : [])],
    );
  },
});
