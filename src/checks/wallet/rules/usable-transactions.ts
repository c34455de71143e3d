import { notApplicable, ruleFor } from '../../rule.ts';
import { unusableOf } from '../breaks.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found, reason } from '../reason.ts';

/** Could the listed transactions be read? One of an unknown version may be anything; a few without a body matter little. */
export const usableTransactions = ruleFor<JudgedEvidence>()({
  id: 'usable-transactions',
  needs: ['history'],
  codes: ['UNSUPPORTED_FORMAT', 'META_MISSING'],
  judge({ history }) {
    if (!history) return notApplicable;
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
