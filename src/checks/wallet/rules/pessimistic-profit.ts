import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { profit } from '../measured.ts';
import { reason } from '../reason.ts';

/** Is a profit left after losses that do not count, with what was transferred out as lost, and all overhead paid? */
export const pessimisticProfit = ruleFor<JudgedEvidence>()({
  id: 'pessimistic-profit',
  needs: ['book', 'figures'],
  codes: ['PESSIMISTIC_PNL_NEGATIVE'],
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
