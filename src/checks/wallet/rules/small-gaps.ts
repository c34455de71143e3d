import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { unusableOf, weighBreaks } from '../breaks.ts';
import type { JudgedEvidence } from '../judged.ts';
import { measured } from '../measured.ts';
import { reason } from '../reason.ts';

/**
 * Is there a hole in the history that is too small to decide? The best verdict needs one without any. A transaction without a
 * body is none where every balance around it follows on: then it changed nothing.
 */
export const smallGaps = ruleFor<JudgedEvidence>()({
  id: 'small-gaps',
  needs: ['history', 'book', 'figures'],
  codes: ['SMALL_GAPS'],
  flags: ['UNREAD_TRANSACTIONS'],
  judge({ history, book, figures }) {
    if (!history || !book || !figures) return notApplicable;
    const breaks = weighBreaks([...history.breaks, ...history.mismatches], book, figures);
    const unusable = unusableOf(history).missing.length;
    const unproven = history.unprovenAccounts;
    if (breaks.count + unproven === 0) return unusable > 0 ? raised([], ['UNREAD_TRANSACTIONS']) : clear;
    return raised([
      reason('SMALL_GAPS', {
        ...measured('at_most', 'count', breaks.count + unproven, 0),
        breaks: breaks.count,
        lamports: breaks.lamports.toString(),
        unusable_transactions: unusable,
        unproven_accounts: unproven,
      }),
    ]);
  },
});
