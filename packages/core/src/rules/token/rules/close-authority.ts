import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Can the mint be closed while nothing of it is left, and be made anew with other powers? */
export const closeAuthority = tokenRule({
  id: 'close-authority',
  needs: ['mint'],
  flags: {
    MINT_CLOSE_AUTHORITY_LIVE:
      'Somebody may close the mint while its supply is zero, and make another one at its address.',
  },
  judge({ mint }) {
    const authority = extensionOf(mint, 'close_authority')?.authority ?? null;
    return authority === null ? clear : raised([], ['MINT_CLOSE_AUTHORITY_LIVE']);
  },
});
