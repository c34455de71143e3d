import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/** Is a profit left when what was transferred out counts as lost and all overhead is paid? */
export const pessimisticProfit = ruleFor<JudgedEvidence>()({
  id: 'pessimistic-profit',
  needs: ['book', 'figures'],
  codes: ['PESSIMISTIC_PNL_NEGATIVE'],
  judge({ book, figures }) {
    if (!book || !figures || figures.closed === 0) return notApplicable;
    if (figures.pessimisticPnl > 0n) return clear;
    return raised([
      reason('PESSIMISTIC_PNL_NEGATIVE', {
        figure: figures.pessimisticPnl.toString(),
        bound: '0',
        realized_pnl_lamports: figures.realizedPnl.toString(),
        transferred_out_lamports: book.transferredOut.toString(),
        overhead_lamports: figures.overhead.toString(),
      }),
    ]);
  },
});
