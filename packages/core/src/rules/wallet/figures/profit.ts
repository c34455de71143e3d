import type { Figures } from '../book-figures.ts';
import type { Position } from '../evidence/book.ts';
import { countBps, percentOf, roundedBps, sumOf } from './ratio.ts';

/** The 97.5 percent point of the standard normal distribution. */
const Z = 1.959_963_984_540_054;

const WHOLE_BPS = 10_000;

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

/** The profit of a sample's round trips, and its evenness. */
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

/**
 * The 95 percent interval of a share of which `wins` of `of` were seen, in basis points rounded outwards (E. B. Wilson, Journal of
 * the American Statistical Association 22, 1927). `of` is above 0.
 */
function wilson95(wins: number, of: number): { readonly lowBps: number; readonly highBps: number } {
  const share = wins / of;
  const weight = (Z * Z) / of;
  const centre = share + weight / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + weight / (4 * of));
  return {
    lowBps: wins === 0 ? 0 : Math.max(0, Math.floor(((centre - spread) / (1 + weight)) * WHOLE_BPS)),
    highBps: wins === of ? WHOLE_BPS : Math.min(WHOLE_BPS, Math.ceil(((centre + spread) / (1 + weight)) * WHOLE_BPS)),
  };
}
