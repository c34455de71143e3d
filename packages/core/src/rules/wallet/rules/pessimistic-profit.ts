import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { sumsIn } from '../evidence/book.ts';
import { amountsIn, profit } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** Is a profit left after losses that do not count, with transfers to others as lost, and all overhead paid? */
export const pessimisticProfit = walletRule({
  id: 'pessimistic-profit',
  needs: ['book', 'figures'],
  codes: {
    PESSIMISTIC_PNL_NEGATIVE: {
      severity: 'medium',
      allows: 'NEUTRAL',
      meaning:
        'No profit is left after uncounted losses, tokens that went elsewhere, fees, tips, and money sunk in pools, loans and NFTs.',
      action: 'Read the parts in the evidence: uncounted losses, what was transferred out, and overhead.',
    },
  },
  judge({ book, figures }) {
    if (figures.closed === 0) return notApplicable;
    if (figures.pessimisticPnl > 0n) return clear;
    const { currency, pessimisticPnl, realizedPnl, uncountedLosses, overhead } = figures;
    const parts = {
      realized_pnl: realizedPnl,
      uncounted_losses: uncountedLosses,
      transferred_out: sumsIn(book, currency).transferredOut,
      overhead,
    };
    const said = { ...profit(pessimisticPnl, currency), ...amountsIn(currency, parts) };
    return raised([reason('PESSIMISTIC_PNL_NEGATIVE', said)]);
  },
});
