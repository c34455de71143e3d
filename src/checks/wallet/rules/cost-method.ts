import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
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
    const difference = realizedPnl > averagePnl ? realizedPnl - averagePnl : averagePnl - realizedPnl;
    const hasOneSign = realizedPnl > 0n === averagePnl > 0n;
    if (hasOneSign && difference * COST_METHOD_PARTS <= turnover) return clear;
    const said = {
      figure: difference.toString(),
      bound: (turnover / COST_METHOD_PARTS).toString(),
      realized_pnl_lamports: realizedPnl.toString(),
      average_pnl_lamports: averagePnl.toString(),
    };
    return raised([reason('COST_METHOD_SENSITIVE', said)], ['COST_METHOD_SENSITIVE']);
  },
});
