import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Can the mint be closed while nothing of it is left, and be made anew with other powers? */
export const closeAuthority = ruleFor<TokenEvidence>()({
  id: 'close-authority',
  needs: ['mint'],
  codes: [],
  flags: ['MINT_CLOSE_AUTHORITY_LIVE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const authority = extensionOf(mint.mint, 'close_authority')?.authority ?? null;
    return authority === null ? clear : raised([], ['MINT_CLOSE_AUTHORITY_LIVE']);
  },
});
