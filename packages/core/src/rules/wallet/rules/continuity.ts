import { clear, raised, reason } from '../../rule.ts';
import { weighBreaks } from '../breaks.ts';
import { walletRule } from '../policy.ts';

/** Do balances follow on from each other through the whole window, as far as it matters? */
export const continuity = walletRule({
  id: 'continuity',
  needs: ['history', 'book', 'figures'],
  codes: {
    CONTINUITY_BROKEN: {
      severity: 'medium',
      allows: 'UNVERIFIABLE',
      unread: 'history_missing',
      meaning: 'A balance changed between two transactions that follow each other, so at least one was left out.',
      action: 'What this decides is not charged. Ask again later; another endpoint may have what is missing.',
    },
  },
  judge({ history, book }) {
    const { count, lamports, mint, matters, decisive } = weighBreaks(history.breaks, book);
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
