import { clear, notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Are gains far enough above losses? */
export const profitFactor = ruleFor<JudgedEvidence>()({
  id: 'profit-factor',
  needs: ['figures'],
  codes: ['LOW_PROFIT_FACTOR'],
  judge({ figures }) {
    if (!figures || figures.closed === 0) return notApplicable;
    const { profitFactorPercent, grossProfit, grossLoss } = figures;
    if (profitFactorPercent === null) return clear;
    const sums = { gross_profit_lamports: grossProfit.toString(), gross_loss_lamports: grossLoss.toString() };
    return found(missed('LOW_PROFIT_FACTOR', profitFactorPercent, sums));
  },
});
