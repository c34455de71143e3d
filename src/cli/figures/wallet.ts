import { at, listAt, numberAt, textAt } from '../answer.ts';
import type { Row } from '../layout.ts';
import { count, figure, isKnown, NOT_KNOWN, percent, sol, span } from '../words.ts';

/** Parts of the cost that are named together: pool fees are what pools, protocols and creators take. */
const parts: readonly (readonly [string, readonly string[]])[] = [
  ['price impact', ['price_impact']],
  ['pool fees', ['lp_fees', 'protocol_fees', 'creator_fees']],
  ['transfer fees', ['transfer_fees']],
  ['network', ['network_base', 'network_priority']],
];

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

/** The figures of a trade that matter first: what the round trip costs and of what, and how much may be traded. */
export function tradeRows(metrics: unknown): readonly Row[] {
  const bps = numberAt(metrics, 'cost_bps');
  const lamports = textAt(metrics, 'cost_lamports');
  const cost = bps === null ? NOT_KNOWN : `${bps} bps (${percent(bps)}), ${lamports} lamports (${sol(lamports)})`;
  return [
    { name: 'Size', value: `${figure(metrics, 'size_sol')} SOL` },
    { name: 'Round trip costs', value: cost },
    ...(isKnown(metrics, 'cost_parts') ? [{ name: 'Of that', value: partsOf(at(metrics, 'cost_parts')) }] : []),
    ...(isKnown(metrics, 'floor_bps')
      ? [{ name: 'Sold again at once', value: percent(numberAt(metrics, 'floor_bps')) }]
      : []),
    { name: 'Largest sizes', value: sizesOf(at(metrics, 'recommended_max_size_sol')) },
    { name: 'Pools', value: poolsOf(metrics) },
    ...listAt(metrics, 'route').map((part) => ({ name: 'Route', value: routeOf(part) })),
  ];
}

function partsOf(costs: unknown): string {
  const sums = parts.map(([name, members]) => `${name} ${sumOf(costs, members)}`);
  return `${sums.join(', ')} lamports`;
}

function sumOf(costs: unknown, members: readonly string[]): string {
  const amounts = members.map((name) => textAt(costs, `${name}.lamports`));
  const isWhole = amounts.every((amount) => amount !== null && /^\d{1,40}$/.test(amount));
  return isWhole ? String(amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n)) : NOT_KNOWN;
}

function sizesOf(sizes: unknown): string {
  const grades = ['acceptable', 'elevated', 'high'] as const;
  const known = grades.map((grade) => [grade, textAt(sizes, `${grade}_cost`)] as const);
  if (known.every(([, size]) => size === null)) return 'none, or not known';
  return known.map(([grade, size]) => `${grade} up to ${size === null ? 'none' : `${size} SOL`}`).join(', ');
}

function poolsOf(metrics: unknown): string {
  if (!isKnown(metrics, 'pools_found')) return NOT_KNOWN;
  const refused = listAt(metrics, 'pools').flatMap((pool) => textAt(pool, 'refused') ?? []);
  const why = refused.length > 0 ? `; refused: ${[...new Set(refused)].join(', ')}` : '';
  return `${count(numberAt(metrics, 'pools_found'), 'pool')} found, ${figure(metrics, 'pools_usable')} usable${why}`;
}

function routeOf(part: unknown): string {
  const hops = listAt(part, 'hops').map((hop) => `${figure(hop, 'venue')} ${figure(hop, 'pool')}`);
  return `${figure(part, 'size_sol')} SOL through ${hops.join(', then ')}`;
}
