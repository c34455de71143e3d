import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { amountsIn, profit } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** Did both halves of the time bring a profit? */
export const bothHalves = walletRule({
  id: 'both-halves',
  needs: ['figures'],
  codes: {
    HALF_NEGATIVE: {
      severity: 'low',
      allows: 'NEUTRAL',
      meaning: 'One half of the time brought no profit, or neither did.',
      action: 'The evidence has the profit of each: a record that has ended is no record to follow.',
    },
    ONE_REGIME: {
      severity: 'low',
      allows: 'NEUTRAL',
      meaning: 'All profit was made in one half of the time.',
      action: 'It may come from one phase of the market. Wait for another.',
    },
  },
  judge({ figures }) {
    if (figures.closed === 0) return notApplicable;
    const { currency, firstHalfPnl: first, secondHalfPnl: second } = figures;
    if (first > 0n && second > 0n) return clear;
    const worse = first < second ? first : second;
    const said = { ...profit(worse, currency), ...amountsIn(currency, { first_half: first, second_half: second }) };
    const isOne = first > 0n || second > 0n;
    return raised([reason('HALF_NEGATIVE', said), ...(isOne ? [reason('ONE_REGIME', said)] : [])]);
  },
});
