import { clear, raised, reason } from '../../rule.ts';
import { weighBreaks } from '../breaks.ts';
import { walletRule } from '../policy.ts';

/** Do the present balances follow from the last transactions, as far as it matters? */
export const presentBalance = walletRule({
  id: 'present-balance',
  needs: ['history', 'book', 'figures'],
  codes: {
    BALANCE_MISMATCH: {
      severity: 'medium',
      allows: 'UNVERIFIABLE',
      unread: 'history_missing',
      meaning: 'A present balance does not follow from the last transaction that is known to change it.',
      action: 'What this decides is not charged. Ask again in a minute; the newest transactions may not be listed yet.',
    },
  },
  judge({ history, book }) {
    const { breaks, mismatches } = history;
    const alone = weighBreaks(mismatches, book);
    // One missing transaction may leave a jump of one balance in the past and of another at the present.
    const isShared = mismatches.length > 0 && !alone.matters && !weighBreaks(breaks, book).matters;
    const { lamports, mint, matters, decisive } = isShared ? weighBreaks([...breaks, ...mismatches], book) : alone;
    if (!matters) return clear;
    const [first] = mismatches;
    const said = { traded_mint: mint, account: first?.account ?? null, after: first?.after ?? null };
    return raised([
      reason('BALANCE_MISMATCH', {
        ...decisive,
        // Lists that are too long are a fact; everything else is what endpoints left out.
        too_many: mismatches.every(({ unread }) => unread),
        mismatches: mismatches.length,
        lamports: lamports.toString(),
        ...said,
      }),
    ]);
  },
});
