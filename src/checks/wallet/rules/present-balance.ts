import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { weighBreaks } from '../breaks.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/** Do the present balances follow from the last transactions, as far as it matters? */
export const presentBalance = ruleFor<JudgedEvidence>()({
  id: 'present-balance',
  needs: ['history', 'book', 'figures'],
  codes: ['BALANCE_MISMATCH'],
  judge({ history, book, figures }) {
    if (!history || !book || !figures) return notApplicable;
    const { count, lamports, mint, matters, decisive } = weighBreaks(history.mismatches, book, figures);
    if (!matters) return clear;
    const [first] = history.mismatches;
    const said = { traded_mint: mint, account: first?.account ?? null, after: first?.after ?? null };
    return raised([
      reason('BALANCE_MISMATCH', {
        ...decisive,
        // Lists that are too long are a fact; everything else is what endpoints left out.
        too_many: history.mismatches.every(({ unread }) => unread),
        mismatches: count,
        lamports: lamports.toString(),
        ...said,
      }),
    ]);
  },
});
