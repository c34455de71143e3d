import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { weighBreaks } from '../breaks.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/** Do balances follow on from each other through the whole window, as far as it matters? */
export const continuity = ruleFor<JudgedEvidence>()({
  id: 'continuity',
  needs: ['history', 'book', 'figures'],
  codes: ['CONTINUITY_BROKEN'],
  judge({ history, book, figures }) {
    if (!history || !book || !figures) return notApplicable;
    const { count, lamports, mint, matters, decisive } = weighBreaks(history.breaks, book, figures);
    if (!matters) return clear;
    const [first] = history.breaks;
    const place = { after: first?.after ?? null, before: first?.before ?? null, account: first?.account ?? null };
    return raised([
      reason('CONTINUITY_BROKEN', {
        ...decisive,
        // Lists that are too long are a fact; everything else is what endpoints left out.
        too_many: history.breaks.every(({ unread }) => unread),
        breaks: count,
        lamports: lamports.toString(),
        traded_mint: mint,
        ...place,
      }),
    ]);
  },
});
