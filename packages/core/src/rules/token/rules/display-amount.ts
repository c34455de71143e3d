import { extensionOf } from '#solana/token/decoded-mint.ts';
import { raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Do wallets show other amounts than the raw ones that are traded? */
export const displayAmount = tokenRule({
  id: 'display-amount',
  needs: ['mint'],
  flags: {
    SCALED_UI_MUTABLE: 'Wallets show the amounts times a factor that somebody can change; raw amounts stay.',
    INTEREST_BEARING: 'Wallets show amounts with interest that is display only; raw amounts stay.',
  },
  judge({ mint }) {
    const scaledBy = extensionOf(mint, 'scaled_ui_amount')?.authority ?? null;
    const bearsInterest = extensionOf(mint, 'interest_bearing') !== null;
    return raised(
      [],
      [...(scaledBy === null ? [] : ['SCALED_UI_MUTABLE']), ...(bearsInterest ? ['INTEREST_BEARING'] : [])],
    );
  },
});
