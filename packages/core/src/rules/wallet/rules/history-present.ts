import { found, reason } from '../../rule.ts';
import { walletRule } from '../policy.ts';

/** Is there anything to judge: a transaction in the window, and a trade among them? */
export const historyPresent = walletRule({
  id: 'history-present',
  needs: ['history'],
  mayBeNull: ['figures'],
  codes: {
    NO_HISTORY: {
      severity: 'info',
      allows: 'INSUFFICIENT',
      meaning: 'The window that is read holds no transaction of the address.',
      action: 'There is nothing to judge. Check the spelling, or ask again when the address has been used.',
    },
    NO_TRADES: {
      severity: 'info',
      allows: 'INSUFFICIENT',
      meaning: 'The wallet bought and sold nothing in the window that is read.',
      action: 'There is no record to judge.',
    },
  },
  judge({ history, figures }) {
    const window = { window_from_unix: history.windowFrom, window_to_unix: history.windowTo };
    const isEmpty = history.transactions + history.unusable.length === 0;
    const isIdle = figures ? figures.trades === 0 : isEmpty;
    return found([
      ...(isEmpty ? [reason('NO_HISTORY', window)] : []),
      ...(isIdle ? [reason('NO_TRADES', { ...window, transactions: history.transactions })] : []),
    ]);
  },
});
