import type { EquityPoint, Figures } from './book-figures.ts';
import {
  type Book,
  type BookTrade,
  beforeWindowOf,
  type Currency,
  type CurrencySums,
  openBasisOf,
  type Position,
  sumsIn,
} from './evidence/book.ts';
import { dayOf } from './evidence.ts';
import { behaviourOf } from './figures/behaviour.ts';
import { profitOf } from './figures/profit.ts';
import { byEnd, rankedTrades } from './figures/ranked-trades.ts';
import { countBps, roundedBps, sumOf } from './figures/ratio.ts';
import { activeDaysOf, turnoverOf } from './figures/turnover.ts';
import { expectancyOf, type Outcome } from './statistics/expectancy.ts';

const POINTS_MAX = 100;

/**
 * The figures of a book in one currency. Amounts are exact; ratios are integers rounded against the wallet. Losses on open positions, and on those
 * that do not count (units without a basis were mixed in, a sale had no price), stay outside the sample. The pessimistic profit and
 * the lower bound of the expectancy include them, because mixing or keeping a rest would hide losers otherwise.
 */
export function figuresOf(book: Book, currency: Currency = 'sol'): Figures {
  const sums = sumsIn(book, currency);
  const positions = book.positions.filter((one) => one.currency === currency);
  const sample = positions.filter(({ counted, state }) => counted && state !== 'open').sort(byEnd);
  const uncounted = positions.filter(({ counted, state }) => !counted || state === 'open').map(realizedOf);
  const hidden = uncounted.filter(({ pnl }) => pnl < 0n);
  const profit = profitOf(sample);
  const curve = curveOf(sample);
  const trades = book.trades.filter((one) => one.currency === currency);
  const overhead = overheadOf(sums);
  const uncountedLosses = -sumOf(hidden, ({ pnl }) => pnl);
  const outcomes = sample.map(outcomeOf);
  return {
    currency,
    ...activityOf(trades, sample),
    ...profit,
    ...coverageOf(book, currency, profit.cost),
    convertedBps: convertedBps(sample, profit),
    sample,
    closed: sample.length,
    evenTrips: evenTripsOf(sample),
    overhead,
    uncountedLosses,
    makesUp: makesUpOf(sums) + sumOf(uncounted, ({ pnl }) => (pnl > 0n ? pnl : 0n)),
    pessimisticPnl: profit.realizedPnl - uncountedLosses - sums.transferredOut - overhead,
    expectancy: expectancyOf([...outcomes, ...hidden.map(outcomeOf)], outcomes),
    maxDrawdownBps: drawdownBps(curve, sample),
    behaviour: behaviourOf(book, currency, sample, profit.grossProfit),
    ...rankedTrades(trades, sample),
    equity: thinned(curve),
  };
}

function activityOf(
  trades: readonly BookTrade[],
  sample: readonly Position[],
): Pick<Figures, 'mints' | 'activeDays' | 'firstTradeAt' | 'lastTradeAt' | 'trades' | 'turnover'> {
  let first: number | null = null;
  let last: number | null = null;
  for (const { time } of trades) {
    if (first === null || time < first) first = time;
    if (last === null || time > last) last = time;
  }
  return {
    mints: new Set(sample.map(({ mint }) => mint)).size,
    activeDays: activeDaysOf(trades),
    firstTradeAt: first,
    lastTradeAt: last,
    trades: trades.length,
    turnover: turnoverOf(trades),
  };
}

/** How much of the story the sample is, and how much of it is known. */
function coverageOf(
  book: Book,
  currency: Currency,
  cost: bigint,
): Pick<
  Figures,
  | 'unmatchedBps'
  | 'beforeWindowBps'
  | 'transferredOutBps'
  | 'openBasisBps'
  | 'unpricedBps'
  | 'convertedCostBps'
  | 'specialFlowBps'
  | 'failedShareBps'
> {
  const sums = sumsIn(book, currency);
  return {
    unmatchedBps: roundedBps(sums.unmatchedProceeds, sums.proceeds, 'up'),
    beforeWindowBps: roundedBps(beforeWindowOf(book, currency), sums.proceeds, 'up'),
    transferredOutBps: roundedBps(sums.transferredOut, cost, 'up'),
    openBasisBps: roundedBps(openBasisOf(book, currency), cost, 'up'),
    unpricedBps: unpricedBps(book, sums.unpriced, cost),
    convertedCostBps: roundedBps(sums.convertedCost, cost, 'up'),
    specialFlowBps: roundedBps(sums.specialFlow, sums.grossFlow, 'up'),
    failedShareBps: countBps(book.counts.failed, book.counts.transactions, 'up'),
  };
}

/** By cost and by number, whichever is more. */
function unpricedBps({ counts, trades }: Book, unpriced: bigint, cost: bigint): number {
  const byNumber = countBps(counts.unpricedTrades, trades.length + counts.unpricedTrades, 'up');
  return Math.max(byNumber, roundedBps(unpriced, cost, 'up'));
}

/**
 * The wallet's losses beside its trades: each class keeps its sign, and a class with a gain counts as 0. Amounts that went into liquidity,
 * loans, collectibles or unclear trades and did not come back count as lost; otherwise losses could be hidden there.
 */
function overheadOf({ flows, atomicLosses, conversionLosses }: CurrencySums): bigint {
  const { failed_fees, other_fees, tips, rent_for_others, liquidity, lending, nfts, unclear } = flows;
  const paid = [failed_fees, other_fees, tips, rent_for_others, liquidity, lending, nfts, unclear];
  return atomicLosses + conversionLosses + sumOf(paid, (flow) => (flow < 0n ? -flow : 0n));
}

/** The maker of the rate may make a gain as well as hide a loss. */
function convertedBps(
  sample: readonly Position[],
  { cost, grossProfit }: Pick<Figures, 'cost' | 'grossProfit'>,
): number {
  const converted = sample.filter((one) => one.converted);
  return Math.max(
    roundedBps(
      sumOf(converted, (one) => one.cost),
      cost,
      'up',
    ),
    roundedBps(
      sumOf(converted, ({ pnl }) => (pnl > 0n ? pnl : 0n)),
      grossProfit,
      'up',
    ),
  );
}

/** Kish's effective size: dust beside a few large round trips adds next to nothing to it. */
function evenTripsOf(sample: readonly Position[]): number {
  const all = sumOf(sample, ({ cost }) => cost);
  const squares = sumOf(sample, ({ cost }) => cost * cost);
  return squares > 0n ? Number((all * all) / squares) : 0;
}

/** A position with the realized profit of its sales: for an open one, without the units not sold yet. */
function realizedOf(position: Position): Position {
  if (position.state !== 'open') return position;
  const cost = position.cost - position.openBasis;
  return { ...position, cost, pnl: position.proceeds - cost };
}

/** Units without a known cost, and units that left trades by plain transfers. */
function makesUpOf({ flows, unmatchedProceeds, sweptOut }: CurrencySums): bigint {
  const { atomic, orders, liquidity, lending, nfts, unclear } = flows;
  const gains = [atomic, orders, liquidity, lending, nfts, unclear];
  return unmatchedProceeds + sweptOut + sumOf(gains, (flow) => (flow > 0n ? flow : 0n));
}

function outcomeOf({ cost, pnl, closedAt, lastTradeAt }: Position): Outcome {
  return { cost: Number(cost), pnl: Number(pnl), day: dayOf(closedAt ?? lastTradeAt) };
}

/** Realized profit over time: one point for each moment at which counted positions ended. `sample` is ordered by their ends. */
function curveOf(sample: readonly Position[]): readonly EquityPoint[] {
  const points: EquityPoint[] = [];
  let amount = 0n;
  for (const { closedAt, pnl } of sample) {
    amount += pnl;
    const time = closedAt ?? 0;
    if (points.at(-1)?.time === time) points.pop();
    points.push({ time, amount });
  }
  return points;
}

/**
 * The largest fall of a curve that begins at 0, by the largest basis at work at one time (in basis points rounded up); null where
 * nothing was ever at work.
 */
function drawdownBps(curve: readonly EquityPoint[], sample: readonly Position[]): number | null {
  let peak = 0n;
  let fall = 0n;
  for (const { amount } of curve) {
    if (amount > peak) peak = amount;
    if (peak - amount > fall) fall = peak - amount;
  }
  const basis = peakBasis(sample);
  return basis > 0n ? roundedBps(fall, basis, 'up') : null;
}

/** At most 100 points of a curve: the first, the last, and of each stretch between the lowest and the highest. */
function thinned(curve: readonly EquityPoint[]): readonly EquityPoint[] {
  if (curve.length <= POINTS_MAX) return curve;
  const inner = curve.slice(1, -1);
  const stretches = (POINTS_MAX - 2) / 2;
  const kept = Array.from({ length: stretches }, (_, at) =>
    extremes(
      inner.slice(Math.floor((at * inner.length) / stretches), Math.floor(((at + 1) * inner.length) / stretches)),
    ),
  );
  return [...curve.slice(0, 1), ...kept.flat(), ...curve.slice(-1)];
}

/** The first of the lowest and the first of the highest points, in the order of time. */
function extremes(stretch: readonly EquityPoint[]): readonly EquityPoint[] {
  let low = 0;
  let high = 0;
  stretch.forEach(({ amount }, at) => {
    if (amount < (stretch[low]?.amount ?? 0n)) low = at;
    if (amount > (stretch[high]?.amount ?? 0n)) high = at;
  });
  return stretch.filter((_, at) => at === low || at === high);
}

/** The largest sum of costs of positions that were open at one time; one that ends in a second does not meet one that begins in it. */
function peakBasis(sample: readonly Position[]): bigint {
  const steps = sample.flatMap(({ openedAt, closedAt, cost }) => [
    { time: openedAt, amount: cost },
    // A trade that opens and closes in the same second was active all the same.
    { time: Math.max(closedAt ?? openedAt, openedAt + 1), amount: -cost },
  ]);
  steps.sort((a, b) => a.time - b.time || Number(a.amount > 0n) - Number(b.amount > 0n));
  let basis = 0n;
  let peak = 0n;
  for (const { amount } of steps) {
    basis += amount;
    if (basis > peak) peak = basis;
  }
  return peak;
}
