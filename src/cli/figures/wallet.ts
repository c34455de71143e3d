import type { Row } from '../layout.ts';
import { numberAt, textAt } from '../members.ts';
import { count, figure, isKnown, NOT_KNOWN, percent, sol, span } from '../words.ts';

/** The figures of a wallet that matter first: what it made, how often, and how sure that is. */
export function walletRows(metrics: unknown): readonly Row[] {
  return [
    { name: 'Window', value: windowOf(metrics) },
    { name: 'Realised', value: realisedOf(metrics) },
    { name: 'Expectancy', value: rangeOf(metrics, 'expectancy_lower_bps', 'expectancy_upper_bps') },
    { name: 'Trades', value: tradesOf(metrics) },
    { name: 'Win rate', value: winsOf(metrics) },
    ...(isKnown(metrics, 'max_drawdown_bps')
      ? [{ name: 'Largest drawdown', value: percent(numberAt(metrics, 'max_drawdown_bps')) }]
      : []),
    ...(isKnown(metrics, 'pnl_without_best_lamports')
      ? [{ name: 'Without the best', value: sol(textAt(metrics, 'pnl_without_best_lamports')) }]
      : []),
    ...(isKnown(metrics, 'median_hold_seconds')
      ? [{ name: 'Held', value: `${span(numberAt(metrics, 'median_hold_seconds') ?? 0)}, median` }]
      : []),
  ];
}

function windowOf(metrics: unknown): string {
  if (!isKnown(metrics, 'window')) return NOT_KNOWN;
  return `${figure(metrics, 'window.days')} days, ${count(numberAt(metrics, 'window.transactions'), 'transaction')}`;
}

function realisedOf(metrics: unknown): string {
  if (!isKnown(metrics, 'realized_pnl_lamports')) return NOT_KNOWN;
  const made = sol(textAt(metrics, 'realized_pnl_lamports'));
  return `${made} on ${sol(textAt(metrics, 'cost_lamports'))} spent (${percent(numberAt(metrics, 'roi_bps'))})`;
}

function tradesOf(metrics: unknown): string {
  if (!isKnown(metrics, 'trades')) return NOT_KNOWN;
  const closed = `${count(numberAt(metrics, 'closed'), 'position')} closed in ${count(numberAt(metrics, 'mints'), 'token')}`;
  return `${figure(metrics, 'trades')}, ${closed} on ${count(numberAt(metrics, 'active_days'), 'day')}`;
}

function winsOf(metrics: unknown): string {
  const rate = numberAt(metrics, 'win_rate_bps');
  if (rate === null) return NOT_KNOWN;
  return `${percent(rate)} (${rangeOf(metrics, 'win_rate_low_bps', 'win_rate_high_bps')})`;
}

function rangeOf(metrics: unknown, low: string, high: string): string {
  const [from, to] = [numberAt(metrics, low), numberAt(metrics, high)];
  return from === null && to === null ? NOT_KNOWN : `${percent(from)} to ${percent(to)}`;
}
