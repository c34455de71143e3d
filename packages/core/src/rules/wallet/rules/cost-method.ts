import { magnitude } from '#lib/divide.ts';
import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { amountsIn, measured, profit, unitOf } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** Profit by average cost may differ from that by first in, first out by this part of turnover: a quarter. */
const COST_METHOD_PARTS = 4n;

/** Does the profit depend on which units are taken to be sold first? */
export const costMethod = walletRule({
  id: 'cost-method',
  needs: ['figures'],
  codes: {
    COST_METHOD_SENSITIVE: {
      severity: 'low',
      allows: 'NEUTRAL',
      meaning: 'Profit by average cost and by first in, first out differ in sign or by a quarter of turnover.',
      action: 'The figure depends on bookkeeping more than on trading; do not rely on it.',
    },
  },
  flags: {
    COST_METHOD_SENSITIVE: 'Profit by average cost differs much from profit by first in, first out.',
  },
  judge({ figures }) {
    if (figures.closed === 0) return notApplicable;
    const { currency, realizedPnl, averagePnl, turnover } = figures;
    const difference = magnitude(realizedPnl - averagePnl);
    const hasOneSign = realizedPnl > 0n === averagePnl > 0n;
    if (hasOneSign && difference * COST_METHOD_PARTS <= turnover) return clear;
    const said = {
      // Of two signs the lesser profit is what is wrong, however small the difference.
      ...(hasOneSign
        ? measured('at_most', unitOf[currency], difference, turnover / COST_METHOD_PARTS)
        : profit(realizedPnl < averagePnl ? realizedPnl : averagePnl, currency)),
      ...amountsIn(currency, { realized_pnl: realizedPnl, average_pnl: averagePnl }),
    };
    return raised([reason('COST_METHOD_SENSITIVE', said)], ['COST_METHOD_SENSITIVE']);
  },
});
