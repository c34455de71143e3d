import type { Row } from '../layout.ts';
import { at, listAt, numberAt, textAt } from '../members.ts';
import { count, figure, isKnown, NOT_KNOWN, percent, sol } from '../words.ts';

/** Parts of the cost that are named together: pool fees are what pools, protocols and creators take. */
const parts: readonly (readonly [string, readonly string[]])[] = [
  ['price impact', ['price_impact']],
  ['pool fees', ['lp_fees', 'protocol_fees', 'creator_fees']],
  ['transfer fees', ['transfer_fees']],
  ['network', ['network_base', 'network_priority']],
];

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
