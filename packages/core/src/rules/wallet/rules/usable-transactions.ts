import { gapCodes } from '../../gap-codes.ts';
import { found, reason } from '../../rule.ts';
import { unusableOf } from '../breaks.ts';
import { walletRule } from '../policy.ts';

/** Could the listed transactions be read? One of an unknown version may be anything; a few without a body matter little. */
export const usableTransactions = walletRule({
  id: 'usable-transactions',
  needs: ['history'],
  codes: {
    UNSUPPORTED_FORMAT: { ...gapCodes.UNSUPPORTED_FORMAT, allows: 'UNVERIFIABLE', unread: 'unreadable' },
    META_MISSING: {
      severity: 'medium',
      allows: 'UNVERIFIABLE',
      unread: 'history_missing',
      meaning: 'Listed transactions have no body or no balances at any of our endpoints, or their list is cut.',
      action: 'What this decides is not charged. An endpoint with full history is needed to answer.',
    },
  },
  judge({ history }) {
    const { missing, unreadable, matters } = unusableOf(history);
    const seen = { transactions: history.transactions };
    const first = (some: typeof missing) => ({
      ...seen,
      unusable: some.length,
      transaction: some[0]?.signature ?? null,
    });
    return found([
      ...(unreadable.length > 0 ? [reason('UNSUPPORTED_FORMAT', first(unreadable))] : []),
      ...(matters ? [reason('META_MISSING', first(missing))] : []),
    ]);
  },
});
