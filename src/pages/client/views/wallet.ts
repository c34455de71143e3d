import type { WalletMetrics } from 'assay-core/rules/wallet/metrics.ts';
import { countOf, day, displayMoment, displayMoney, displayPercent, displaySol, duration, grouped } from '../format.ts';
import { testText } from './evidence.ts';
import {
  account,
  type Cell,
  type Maybe,
  type Plot,
  type Section,
  say,
  sentences,
  type Table,
  transaction,
} from './section.ts';

type Figures = Partial<WalletMetrics>;

const SOL = 1e9;

/** The record of a wallet: its curve, its figures in sentences, the failed tests beside its reasons, its best trades. */
export function walletSections(metrics: Figures, reasons: readonly string[] = []): readonly Section[] {
  return [
    equityPlot(metrics),
    sentences(hasOthers(metrics) ? 'What it made in SOL' : 'What it made', [
      ...profitSentences(metrics, reasons),
      ...recordSentences(metrics),
    ]),
    bookTable(metrics),
    failedTests((metrics.failed_tests ?? []).filter(({ code }) => !reasons.includes(code))),
    topTrades(metrics.top_trades ?? []),
  ].filter((section) => section !== null);
}

/** Whether more than SOL was traded. */
function hasOthers({ books }: Figures): boolean {
  return (books ?? []).some(({ currency }) => currency !== 'sol');
}

/** The record in each currency, where there is more than SOL. The verdict is taken from the first. */
function bookTable(metrics: Figures): Table | null {
  if (!hasOthers(metrics)) return null;
  const books = [...(metrics.books ?? [])].sort((a, b) => Number(b.main) - Number(a.main));
  return {
    type: 'table',
    title: 'The record in each currency; the verdict is that of the first',
    head: ['Round trips', 'Cost', 'Made', 'In the worst case'],
    rows: books.map(({ currency, closed, cost, realized_pnl: made, pessimistic_pnl: worst }) => {
      const shown = (amount: string) => displayAmount(amount, currency);
      return [grouped(closed), shown(cost), shown(made), shown(worst)];
    }),
    numeric: [0, 1, 2, 3],
  };
}

function displayAmount(amount: string, currency: NonNullable<WalletMetrics['books']>[number]['currency']): string {
  if (currency === 'sol') return displaySol(amount);
  return displayMoney(amount, currency === 'usd' ? 'USD' : 'EUR');
}

function equityPlot({ equity, first_trade_time_unix: first }: Figures): Plot | null {
  const given = equity ?? [];
  const [begin, last] = [given[0], given.at(-1)];
  if (!begin || !last) return null;
  const from = Math.min(first ?? begin.time_unix, begin.time_unix);
  const high = given.reduce((best, point) => (BigInt(point.lamports) > BigInt(best.lamports) ? point : best), begin);
  const low = given.reduce((worst, point) => (BigInt(point.lamports) < BigInt(worst.lamports) ? point : worst), begin);
  return {
    type: 'plot',
    title: 'Realized profit over time',
    summary: `Realized profit in SOL from ${day(from)} to ${day(last.time_unix)}: ${displaySol(last.lamports)} at the end, ${displaySol(high.lamports)} at its highest, ${displaySol(low.lamports)} at its lowest.`,
    points: [
      { x: from, y: 0 },
      ...given.map(({ time_unix, lamports }) => ({ x: time_unix, y: Number(lamports) / SOL })),
    ],
    x: 'time',
    unit: 'SOL',
    step: true,
    zones: [],
    mark: null,
    table: {
      type: 'table',
      title: 'Realized profit after each sale that is shown',
      head: ['Time', 'Profit'],
      rows: given.map(({ time_unix, lamports }) => [displayMoment(time_unix), displaySol(lamports)]),
      numeric: [1],
    },
  };
}

/** Lamports that were won or lost, as "made 3 SOL" or "lost 3 SOL". */
function madeOrLost(lamports: string): Cell {
  return lamports.startsWith('-') ? say`lost ${displaySol(lamports.slice(1))}` : say`made ${displaySol(lamports)}`;
}

/** A figure that a reason gives is not said again. */
function profitSentences(metrics: Figures, reasons: readonly string[]): readonly Maybe[] {
  const isNew = (code: string): boolean => !reasons.includes(code);
  const { closed, realized_pnl_lamports: profit, pessimistic_pnl_lamports: strict, roi_bps: roi } = metrics;
  const { pnl_without_best_lamports: rest, best_left_out: best } = metrics;
  const { expectancy_lower_bps: lower, expectancy_upper_bps: upper, max_drawdown_bps: fall } = metrics;
  const { unmatched_proceeds_lamports: unmatched } = metrics;
  return [
    closed === 0 && 'None of its round trips has ended.',
    isThere(profit) &&
      isThere(closed) &&
      closed > 0 &&
      say`Its ${trips(closed)} ${madeOrLost(profit)}${share(roi, metrics.cost_lamports)}.`,
    isThere(strict) &&
      isNew('PESSIMISTIC_PNL_NEGATIVE') &&
      displaySol(strict) !== displaySol(profit) &&
      say`Less losses that do not count, tokens that were transferred out, and overhead, it ${madeOrLost(strict)}.`,
    isThere(rest) &&
      isNew('LEAVE_K_OUT_NEGATIVE') &&
      isThere(best) &&
      best > 0 &&
      say`Without the best ${trips(best)} it would have ${madeOrLost(rest)}.`,
    isThere(lower) &&
      lower > 0 &&
      say`With 99 percent confidence, what it does returns more than ${displayPercent(lower)} of its cost, after a sceptical prior.`,
    isThere(upper) &&
      upper < 0 &&
      isNew('NEGATIVE_EXPECTANCY') &&
      say`With 99 percent confidence, what it does loses more than ${displayPercent(-upper)} of its cost.`,
    isNew('LOW_PROFIT_FACTOR') && factorSentence(metrics),
    isThere(fall) &&
      say`The largest fall of its profit from a high was ${timesOrPart(fall)} the most SOL that was in use at once.`,
    isThere(unmatched) &&
      unmatched !== '0' &&
      say`${displaySol(unmatched)} came from tokens of which no purchase is known. They are no profit.`,
  ];
}

function share(roi: Figures['roi_bps'], cost: Figures['cost_lamports']): Cell {
  if (!isThere(roi) || !isThere(cost)) return '';
  return say`, ${displayPercent(Math.abs(roi))} of the ${displaySol(cost)} that they cost`;
}

function factorSentence({ profit_factor_percent: factor, gross_loss_lamports: lost, closed }: Figures): Cell | null {
  if (isThere(factor)) return say`Its gains were ${timesOrPart(factor * 100)} its losses.`;
  return lost === '0' && closed ? say`None of its round trips lost.` : null;
}

function recordSentences(metrics: Figures): readonly Maybe[] {
  const {
    wins,
    win_rate_bps: rate,
    win_rate_low_bps: low,
    win_rate_high_bps: high,
    mints,
    active_days: days,
  } = metrics;
  const { median_hold_seconds: held, window } = metrics;
  return [
    isThere(wins) &&
      metrics.closed !== 0 &&
      isThere(rate) &&
      say`${grouped(wins)} of them won, ${displayPercent(rate)}${isThere(low) && isThere(high) ? say`; with 95 percent confidence the share lies between ${displayPercent(low)} and ${displayPercent(high)}` : ''}.`,
    isThere(mints) &&
      isThere(days) &&
      mints > 0 &&
      say`It traded ${countOf(mints, 'different token')} on ${countOf(days, 'day')}.`,
    isThere(held) && say`Half of the money was held for ${duration(held)} at most.`,
    window && windowSentence(window),
  ];
}

function windowSentence({
  days,
  transactions,
  unusable_transactions: unusable,
}: NonNullable<WalletMetrics['window']>): Cell {
  const verb = unusable > 0 ? 'could be read' : transactions === 1 ? 'was read' : 'were read';
  return say`Of the last ${countOf(days, 'day')}, ${countOf(transactions, 'transaction')} ${[{ text: verb }]}.`;
}

/** A ratio in basis points as "24.96 % of" or, from twice on, as "5.2 times". */
function timesOrPart(bps: number): Cell {
  return bps < 20_000 ? say`${displayPercent(bps)} of` : say`${grouped(Math.round(bps / 1_000) / 10)} times`;
}

/** Of one, the number goes without saying. */
function trips(count: number): string {
  return count === 1 ? 'round trip' : countOf(count, 'round trip');
}

function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function failedTests(tests: WalletMetrics['failed_tests']): Table | null {
  if (tests.length === 0) return null;
  return {
    type: 'table',
    title: 'Further tests that it failed',
    head: ['Test', 'Found and needed'],
    rows: tests.map(({ code, figure, bound, direction, unit }) => [
      [{ code }],
      testText(figure, bound, direction, unit),
    ]),
  };
}

function topTrades(trades: NonNullable<WalletMetrics['top_trades']>): Table | null {
  if (trades.length === 0) return null;
  return {
    type: 'table',
    title: 'Round trips that brought most',
    head: ['Token', 'Profit', 'Cost', 'Ended', 'Sale'],
    rows: trades.map((trade) => [
      account(trade.mint),
      displaySol(trade.pnl_lamports),
      displaySol(trade.cost_lamports),
      displayMoment(trade.closed_at_unix),
      transaction(trade.transaction),
    ]),
    numeric: [1, 2],
  };
}
