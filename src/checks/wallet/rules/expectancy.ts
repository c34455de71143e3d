import type { Reason } from '../../check.ts';
import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { Figures } from '../figures-model.ts';
import type { JudgedEvidence } from '../judged.ts';
import { measured, profit } from '../measured.ts';
import { NEGATIVE_CLOSED_MIN } from '../policy.ts';
import { reason } from '../reason.ts';

/** Is profit divided by cost above zero, or below it, beyond what luck explains? */
export const expectancy = ruleFor<JudgedEvidence>()({
  id: 'expectancy',
  needs: ['figures'],
  codes: ['POSITIVE_EXPECTANCY_LCB99', 'NEGATIVE_EXPECTANCY', 'PNL_POSITIVE_NOT_SIGNIFICANT', 'PNL_NOT_POSITIVE'],
  judge({ figures }) {
    if (!figures || figures.closed === 0) return notApplicable;
    return raised([verdictOn(figures)]);
  },
});

function verdictOn(figures: Figures): Reason {
  const { closed, realizedPnl, pessimisticPnl, cost, makesUp } = figures;
  const lower = figures.expectancy?.lowerBps ?? null;
  const upper = figures.expectancy?.upperBps ?? null;
  const said = { closed, realized_pnl_lamports: realizedPnl.toString(), cost_lamports: cost.toString() };
  const isLoss = pessimisticPnl < 0n && realizedPnl + makesUp < 0n;
  const isProvenLoss = closed >= NEGATIVE_CLOSED_MIN && upper !== null && upper < 0 && isLoss;
  if (isProvenLoss) return reason('NEGATIVE_EXPECTANCY', { ...measured('at_least', 'bps', upper, 0), ...said });
  if (realizedPnl <= 0n) return reason('PNL_NOT_POSITIVE', { ...profit(realizedPnl), ...said });
  const isProvenGain = lower !== null && lower > 0;
  const code = isProvenGain ? 'POSITIVE_EXPECTANCY_LCB99' : 'PNL_POSITIVE_NOT_SIGNIFICANT';
  return reason(code, { ...measured('at_least', 'bps', lower, 1), ...said });
}
