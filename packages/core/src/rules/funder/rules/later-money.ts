import { found } from '../../rule.ts';
import { laterMoneyOf } from '../later-money.ts';
import { funderRule } from '../policy.ts';

/** Did others soon give so much that the first money says little, or may they have, unread? */
export const laterMoney = funderRule({
  id: 'later-money',
  needs: ['account', 'funding', 'source', 'firstWeek'],
  flags: {
    LATER_MONEY_DWARFS_FIRST:
      'Within seven days of the first money, other sources than its own and than exchanges gave at least four times as much.',
    LATER_MONEY_NOT_READ:
      'Money came that was not read: the seven days from the first money, or the time before it first paid, hold too many transactions, or the address has ten times what they brought.',
  },
  judge({ account, funding, source, firstWeek }) {
    const { dwarfs, unread } = laterMoneyOf({ funding, source, week: firstWeek, balance: account.lamports });
    return found([], [...(dwarfs ? ['LATER_MONEY_DWARFS_FIRST'] : []), ...(unread ? ['LATER_MONEY_NOT_READ'] : [])]);
  },
});
