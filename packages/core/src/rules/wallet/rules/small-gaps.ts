import { clear, raised, reason } from '../../rule.ts';
import { unusableOf, weighBreaks } from '../breaks.ts';
import { measured } from '../measured.ts';
import { walletRule } from '../policy.ts';

/**
 * Is there a hole in the history that is too small to decide? The best verdict needs one without any. A transaction without a
 * body is none where every balance around it follows on: then it changed nothing.
 */
export const smallGaps = walletRule({
  id: 'small-gaps',
  needs: ['history', 'book', 'figures'],
  codes: {
    SMALL_GAPS: {
      severity: 'low',
      allows: 'NEUTRAL',
      meaning: 'A few transactions, or small amounts in tokens that were never traded, are not accounted for.',
      action: 'They are too small to change much, but the best verdict needs a history without a hole.',
    },
  },
  flags: {
    UNREAD_TRANSACTIONS:
      'Some listed transactions have no body anywhere; every balance around them follows on without them.',
  },
  judge({ history, book }) {
    const breaks = weighBreaks([...history.breaks, ...history.mismatches], book);
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
