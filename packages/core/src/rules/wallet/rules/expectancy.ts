import { notApplicable, raised, reason } from '../../rule.ts';
import type { Figures } from '../book-figures.ts';
import { amountsIn, measured, profit } from '../measured.ts';
import { walletRule } from '../policy.ts';
import { weighed } from '../record.ts';

/** The smallest sample of which a negative expectancy is a proof. */
const NEGATIVE_CLOSED_MIN = 30;

/** Is profit divided by cost above zero, or below it, beyond what luck explains? */
export const expectancy = walletRule({
  id: 'expectancy',
  needs: ['figures', 'others'],
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
  judge({ figures, others }) {
    const losing = weighed(figures, others).find(isProvenLoss);
    if (losing) return raised([provenLoss(losing)]);
    return figures.closed === 0 ? notApplicable : raised([verdictOn(figures)]);
  },
});

function isProvenLoss({ closed, realizedPnl, pessimisticPnl, makesUp, expectancy: bounds }: Figures): boolean {
  const isLoss = pessimisticPnl < 0n && realizedPnl + makesUp < 0n;
  return closed >= NEGATIVE_CLOSED_MIN && bounds !== null && bounds.upperBps < 0 && isLoss;
}

function sizeOf({ currency, closed, realizedPnl, cost }: Figures) {
  return { closed, ...amountsIn(currency, { realized_pnl: realizedPnl, cost }) };
}

function provenLoss(figures: Figures) {
  const upper = figures.expectancy?.upperBps ?? null;
  return reason('NEGATIVE_EXPECTANCY', { ...measured('at_least', 'bps', upper, 0), ...sizeOf(figures) });
}

function verdictOn(figures: Figures) {
  const { currency, realizedPnl } = figures;
  const said = sizeOf(figures);
  if (realizedPnl <= 0n) return reason('PNL_NOT_POSITIVE', { ...profit(realizedPnl, currency), ...said });
  const lower = figures.expectancy?.lowerBps ?? null;
  const isProvenGain = lower !== null && lower > 0;
  const code = isProvenGain ? 'POSITIVE_EXPECTANCY_LCB99' : 'PNL_POSITIVE_NOT_SIGNIFICANT';
  return reason(code, { ...measured('at_least', 'bps', lower, 1), ...said });
}
