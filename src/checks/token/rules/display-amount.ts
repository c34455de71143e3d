import { extensionOf } from '#lib/token/decoded-mint.ts';
import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Do wallets show other amounts than the raw ones that are traded? */
export const displayAmount = ruleFor<TokenEvidence>()({
  id: 'display-amount',
  needs: ['mint'],
  codes: [],
  flags: ['SCALED_UI_MUTABLE', 'INTEREST_BEARING'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const scaledBy = extensionOf(mint.mint, 'scaled_ui_amount')?.authority ?? null;
    const bearsInterest = extensionOf(mint.mint, 'interest_bearing') !== null;
    return raised(
      [],
      [...(scaledBy === null ? [] : ['SCALED_UI_MUTABLE']), ...(bearsInterest ? ['INTEREST_BEARING'] : [])],
    );
  },
});
