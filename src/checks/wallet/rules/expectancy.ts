import { notApplicable, raised, reason } from '../../rule.ts';
import type { Figures } from '../book-figures.ts';
import { measured, profit } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** The smallest sample of which a negative expectancy is a proof. */
const NEGATIVE_CLOSED_MIN = 30;

/** Is profit divided by cost above zero, or below it, beyond what luck explains? */
export const expectancy = walletRule({
  id: 'expectancy',
  needs: ['figures'],
  codes: {
    POSITIVE_EXPECTANCY_LCB99: {
      severity: 'info',
      allows: 'TRUSTED',
      meaning:
        'Profit divided by cost is above zero with 99 percent confidence, after a sceptical prior and by days as well.',
      action:
        'Profit was made that luck alone hardly explains; with lottery-like returns a part is luck all the same. It is no promise.',
    },
    NEGATIVE_EXPECTANCY: {
      severity: 'high',
      allows: 'UNTRUSTED',
      meaning: 'Profit divided by cost is below zero with 99 percent confidence: the wallet loses by what it does.',
      action: 'Do not follow it: the loss is not bad luck.',
    },
    PNL_POSITIVE_NOT_SIGNIFICANT: {
      severity: 'low',
      allows: 'NEUTRAL',
      meaning: 'The wallet made a profit, but one that luck explains as well.',
      action: 'Do not count it as skill. More round trips may tell.',
    },
    PNL_NOT_POSITIVE: {
      severity: 'medium',
      allows: 'NEUTRAL',
      meaning: 'The closed and written-off positions made no profit together.',
      action: 'There is no profit to follow.',
    },
  },
  judge({ figures }) {
    if (!figures || figures.closed === 0) return notApplicable;
    return raised([verdictOn(figures)]);
  },
});

function verdictOn(figures: Figures) {
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
