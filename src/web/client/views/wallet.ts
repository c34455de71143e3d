import { testText } from '../evidence.ts';
import { day, displayCount, displayMoment, displayPercent, displaySol, duration, grouped } from '../format.ts';
import {
  account,
  type Figure,
  type FiguresSection,
  type Plot,
  roundTicks,
  type Section,
  type Table,
  transaction,
} from './section.ts';

/** What of a wallet's metrics the page shows. Lamports are decimal strings, shares basis points, times Unix seconds. */
export interface WalletFigures {
  readonly window: { readonly days: number; readonly transactions: number } | null;
  readonly closed: number | null;
  readonly mints: number | null;
  readonly active_days: number | null;
  readonly first_trade_time_unix: number | null;
  readonly cost_lamports: string | null;
  readonly realized_pnl_lamports: string | null;
  readonly pessimistic_pnl_lamports: string | null;
  readonly pnl_without_best_lamports: string | null;
  readonly roi_bps: number | null;
  readonly expectancy_lower_bps: number | null;
  readonly expectancy_upper_bps: number | null;
  readonly wins: number | null;
  readonly win_rate_bps: number | null;
  readonly win_rate_low_bps: number | null;
  readonly win_rate_high_bps: number | null;
  readonly gross_loss_lamports: string | null;
  readonly profit_factor_percent: number | null;
  readonly max_drawdown_bps: number | null;
  readonly median_hold_seconds: number | null;
  readonly unmatched_proceeds_lamports: string | null;
  readonly equity: readonly { readonly time_unix: number; readonly lamports: string }[] | null;
  readonly failed_tests: readonly {
    readonly code: string;
    readonly figure: string | null;
    readonly bound: string;
    readonly direction: string;
    readonly unit: string;
  }[];
  readonly top_trades:
    | readonly {
        readonly mint: string;
        readonly transaction: string;
        readonly pnl_lamports: string;
        readonly cost_lamports: string;
        readonly closed_at_unix: number | null;
      }[]
    | null;
}

const SOL = 1e9;

/** The record of a wallet: its curve, its figures, the tests that it failed, and its best trades. */
export function walletSections(metrics: Partial<WalletFigures>): readonly Section[] {
  return [
    equityPlot(metrics),
    keyFigures(metrics),
    failedTests(metrics.failed_tests ?? []),
    topTrades(metrics.top_trades ?? []),
  ].filter((section) => section !== null);
}

function keyFigures(metrics: Partial<WalletFigures>): FiguresSection {
  return { type: 'figures', title: 'Key figures', figures: [...profitFigures(metrics), ...recordFigures(metrics)] };
}

function equityPlot({ equity, first_trade_time_unix: first }: Partial<WalletFigures>): Plot | null {
  const given = equity ?? [];
  const last = given.at(-1);
  const begin = given[0];
  if (!begin || !last) return null;
  const from = Math.min(first ?? begin.time_unix, begin.time_unix);
  const span = Math.max(1, last.time_unix - from);
  const values = given.map(({ lamports }) => Number(lamports) / SOL);
  const points = given.map(({ time_unix }, at) => ({ x: (time_unix - from) / span, y: values[at] ?? 0 }));
  const high = given.reduce((best, point) => (BigInt(point.lamports) > BigInt(best.lamports) ? point : best), begin);
  const low = given.reduce((worst, point) => (BigInt(point.lamports) < BigInt(worst.lamports) ? point : worst), begin);
  return {
    type: 'plot',
    title: 'Realized profit over time',
    summary: `Realized profit in SOL from ${day(from)} to ${day(last.time_unix)}: ${displaySol(last.lamports)} at the end, ${displaySol(high.lamports)} at its highest, ${displaySol(low.lamports)} at its lowest.`,
    points: [{ x: 0, y: 0 }, ...points],
    step: true,
    xTicks: [0, 0.5, 1].map((at) => ({ at, text: day(Math.round(from + at * span)) })),
    yTicks: roundTicks(Math.min(0, ...values), Math.max(0, ...values)).map((at) => ({
      at,
      text: `${at < 0 ? '−' : ''}${Math.abs(at)} SOL`,
    })),
    zones: [],
    mark: { x: 1, y: values.at(-1) ?? 0, text: displaySol(last.lamports) },
    table: {
      type: 'table',
      title: 'Realized profit after each sale that is shown',
      head: ['Time', 'Profit'],
      rows: given.map(({ time_unix, lamports }) => [displayMoment(time_unix), displaySol(lamports)]),
      numeric: [1],
    },
  };
}

function profitFigures(metrics: Partial<WalletFigures>): readonly Figure[] {
  const { expectancy_lower_bps: lower, expectancy_upper_bps: upper } = metrics;
  return [
    { name: 'Realized profit', value: displaySol(metrics.realized_pnl_lamports) },
    {
      name: 'Strictest reading',
      value: displaySol(metrics.pessimistic_pnl_lamports),
      note: 'less uncounted losses, overhead and transfers out',
    },
    { name: 'Without its best trades', value: displaySol(metrics.pnl_without_best_lamports) },
    { name: 'Return on what was spent', value: displayPercent(metrics.roi_bps) },
    {
      name: 'Expected return of a trade',
      value:
        lower === null || lower === undefined ? 'not known' : `${displayPercent(lower)} to ${displayPercent(upper)}`,
      note: 'range that luck leaves',
    },
    { name: 'Gains for each 1 lost', value: profitFactor(metrics) },
    { name: 'Largest drop', value: displayPercent(metrics.max_drawdown_bps), note: 'of the most at work at once' },
    { name: 'Came without a purchase', value: displaySol(metrics.unmatched_proceeds_lamports) },
  ];
}

function profitFactor({ profit_factor_percent: factor, gross_loss_lamports: lost, closed }: Partial<WalletFigures>) {
  if (typeof factor === 'number') return grouped(factor / 100);
  return lost === '0' && closed ? 'nothing was lost' : 'not known';
}

function recordFigures(metrics: Partial<WalletFigures>): readonly Figure[] {
  const { window, win_rate_low_bps: low, win_rate_high_bps: high } = metrics;
  const range =
    typeof low === 'number' && typeof high === 'number' ? `${displayPercent(low)} to ${displayPercent(high)}` : '';
  return [
    { name: 'Closed trades', value: displayCount(metrics.closed) },
    {
      name: 'Won',
      value: `${displayCount(metrics.wins)} (${displayPercent(metrics.win_rate_bps)})`,
      ...(range && { note: range }),
    },
    { name: 'Tokens', value: displayCount(metrics.mints) },
    { name: 'Active days', value: displayCount(metrics.active_days) },
    { name: 'Median time held', value: duration(metrics.median_hold_seconds) },
    {
      name: 'Read',
      value: window ? `${grouped(window.transactions)} transactions` : 'not known',
      ...(window && { note: `of ${window.days} days` }),
    },
  ];
}

function failedTests(tests: WalletFigures['failed_tests']): Table | null {
  if (tests.length === 0) return null;
  return {
    type: 'table',
    title: 'Tests that it failed',
    head: ['Test', 'Figure and bound'],
    rows: tests.map(({ code, figure, bound, direction, unit }) => [
      [{ code }],
      testText(figure, bound, direction, unit),
    ]),
  };
}

function topTrades(trades: NonNullable<WalletFigures['top_trades']>): Table | null {
  if (trades.length === 0) return null;
  return {
    type: 'table',
    title: 'Trades that brought most',
    head: ['Token', 'Profit', 'Cost', 'Closed', 'Sale'],
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
