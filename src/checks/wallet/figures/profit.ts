import type { Position } from '../book/model.ts';
import type { Figures } from '../figures-model.ts';
import { wilson95 } from '../statistics/wilson.ts';
import { countBps, percentOf, roundedBps, sumOf } from './ratio.ts';

const BEST_LEFT_OUT_MAX = 5;
/** One in so many of the best is left out. */
const BEST_ONE_IN = 30;

type Profit = Pick<
  Figures,
  | 'cost'
  | 'realizedPnl'
  | 'averagePnl'
  | 'roiBps'
  | 'wins'
  | 'winRateBps'
  | 'winRateLowBps'
  | 'winRateHighBps'
  | 'grossProfit'
  | 'grossLoss'
  | 'profitFactorPercent'
  | 'top1Bps'
  | 'top3Bps'
  | 'bestLeftOut'
  | 'pnlWithoutBest'
  | 'firstHalfPnl'
  | 'secondHalfPnl'
>;

/** What the round trips of a sample brought, and how evenly. */
export function profitOf(sample: readonly Position[]): Profit {
  const cost = sumOf(sample, (position) => position.cost);
  const realizedPnl = sumOf(sample, ({ pnl }) => pnl);
  const gains = sample.flatMap(({ pnl }) => (pnl > 0n ? [pnl] : [])).sort(largestFirst);
  const grossProfit = sumOf(gains, (gain) => gain);
  const grossLoss = grossProfit - realizedPnl;
  const topBps = (count: number) =>
    grossProfit > 0n
      ? roundedBps(
          sumOf(gains.slice(0, count), (gain) => gain),
          grossProfit,
          'up',
        )
      : null;
  const bestLeftOut = Math.min(BEST_LEFT_OUT_MAX, Math.ceil(sample.length / BEST_ONE_IN));
  const some = sample.length > 0;
  const interval = some ? wilson95(gains.length, sample.length) : null;
  return {
    cost,
    realizedPnl,
    averagePnl: sumOf(sample, ({ averagePnl }) => averagePnl),
    roiBps: cost > 0n ? roundedBps(realizedPnl, cost, 'down') : null,
    wins: gains.length,
    winRateBps: some ? countBps(gains.length, sample.length, 'down') : null,
    winRateLowBps: interval?.lowBps ?? null,
    winRateHighBps: interval?.highBps ?? null,
    grossProfit,
    grossLoss,
    profitFactorPercent: grossLoss > 0n ? percentOf(grossProfit, grossLoss) : null,
    top1Bps: topBps(1),
    top3Bps: topBps(3),
    bestLeftOut,
    pnlWithoutBest: realizedPnl - sumOf(gains.slice(0, bestLeftOut), (gain) => gain),
    ...halves(sample),
  };
}

/** Halves of the time between the first and the last end; an end in the middle belongs to the first. */
function halves(sample: readonly Position[]): Pick<Figures, 'firstHalfPnl' | 'secondHalfPnl'> {
  const first = sample[0]?.closedAt ?? 0;
  const last = sample.at(-1)?.closedAt ?? 0;
  const early = sample.filter(({ closedAt }) => (closedAt ?? 0) - first <= last - (closedAt ?? 0));
  const firstHalfPnl = sumOf(early, ({ pnl }) => pnl);
  return { firstHalfPnl, secondHalfPnl: sumOf(sample, ({ pnl }) => pnl) - firstHalfPnl };
}

function largestFirst(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
