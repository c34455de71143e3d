import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { magnitude } from '../book/divide.ts';
import type { JudgedEvidence } from '../judged.ts';
import { measured, profit } from '../measured.ts';
import { COST_METHOD_PARTS } from '../policy.ts';
import { reason } from '../reason.ts';

/** Does the profit depend on which units are taken to be sold first? */
export const costMethod = ruleFor<JudgedEvidence>()({
  id: 'cost-method',
  needs: ['figures'],
  codes: ['COST_METHOD_SENSITIVE'],
  flags: ['COST_METHOD_SENSITIVE'],
  judge({ figures }) {
    if (!figures || figures.closed === 0) return notApplicable;
    const { realizedPnl, averagePnl, turnover } = figures;
    const difference = magnitude(realizedPnl - averagePnl);
    const hasOneSign = realizedPnl > 0n === averagePnl > 0n;
    if (hasOneSign && difference * COST_METHOD_PARTS <= turnover) return clear;
    const said = {
      // Of two signs the lesser profit is what is wrong, however small the difference.
      ...(hasOneSign
        ? measured('at_most', 'lamports', difference, turnover / COST_METHOD_PARTS)
        : profit(realizedPnl < averagePnl ? realizedPnl : averagePnl)),
      realized_pnl_lamports: realizedPnl.toString(),
      average_pnl_lamports: averagePnl.toString(),
    };
    return raised([reason('COST_METHOD_SENSITIVE', said)], ['COST_METHOD_SENSITIVE']);
  },
});
