import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { profit } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** Is a profit left after losses that do not count, with what was transferred out as lost, and all overhead paid? */
export const pessimisticProfit = walletRule({
  id: 'pessimistic-profit',
  needs: ['book', 'figures'],
  codes: {
    PESSIMISTIC_PNL_NEGATIVE: {
      severity: 'medium',
      allows: 'NEUTRAL',
      meaning:
        'No profit is left after uncounted losses, tokens that went elsewhere, fees, tips, and SOL sunk in pools, loans and NFTs.',
      action: 'Read the parts in the evidence: uncounted losses, what was transferred out, and overhead.',
    },
  },
  judge({ book, figures }) {
    if (!book || !figures || figures.closed === 0) return notApplicable;
    if (figures.pessimisticPnl > 0n) return clear;
    return raised([
      reason('PESSIMISTIC_PNL_NEGATIVE', {
        ...profit(figures.pessimisticPnl),
        realized_pnl_lamports: figures.realizedPnl.toString(),
        uncounted_losses_lamports: figures.uncountedLosses.toString(),
        transferred_out_lamports: book.transferredOut.toString(),
        overhead_lamports: figures.overhead.toString(),
      }),
    ]);
  },
});
