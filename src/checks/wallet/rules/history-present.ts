import { notApplicable, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found, reason } from '../reason.ts';

/** Is there anything to judge: a transaction in the window, and a trade among them? */
export const historyPresent = ruleFor<JudgedEvidence>()({
  id: 'history-present',
  needs: ['history', 'figures'],
  codes: ['NO_HISTORY', 'NO_TRADES'],
  judge({ history, figures }) {
    if (!history) return notApplicable;
    const window = { window_from_unix: history.windowFrom, window_to_unix: history.windowTo };
    const isEmpty = history.transactions + history.unusable.length === 0;
    const isIdle = figures ? figures.trades === 0 : isEmpty;
    return found([
      ...(isEmpty ? [reason('NO_HISTORY', window)] : []),
      ...(isIdle ? [reason('NO_TRADES', { ...window, transactions: history.transactions })] : []),
    ]);
  },
});
