import { decimal, displayCount, displayPercent, displaySol, grouped, words } from '../format.ts';
import {
  account,
  type Bars,
  type Cell,
  type FiguresSection,
  type Plot,
  roundTicks,
  type Section,
  type Table,
} from './section.ts';

/** What of a trade's metrics the page shows. Lamports are decimal strings, sizes decimal strings in SOL, shares basis points. */
export interface TradeFigures {
  readonly size_sol: string;
  readonly cost_bps: number | null;
  readonly cost_lamports: string | null;
  readonly tokens_bought: string | null;
  readonly lamports_back: string | null;
  readonly floor_bps: number | null;
  readonly break_even_bps: number | null;
  readonly decimals: number | null;
  readonly cost_parts: Readonly<Record<string, { readonly lamports: string; readonly bps: number }>> | null;
  readonly route:
    | readonly {
        readonly size_sol: string;
        readonly hops: readonly { readonly venue: string; readonly pool: string }[];
      }[]
    | null;
  readonly sizes: readonly { readonly size_sol: string; readonly cost_bps: number | null }[] | null;
  readonly recommended_max_size_sol: Readonly<Record<string, string | null>>;
  readonly pools_found: number | null;
  readonly pools_usable: number | null;
  readonly pools:
    | readonly {
        readonly venue: string;
        readonly address: string;
        readonly used: boolean;
        readonly cost_bps: number | null;
        readonly depth_lamports: string | null;
        readonly refused: string | null;
        readonly refused_detail: string | null;
      }[]
    | null;
}

/** Up to which cost a verdict goes, as the verdicts say it. */
const ZONES = [
  { at: 3, text: 'acceptable to 3 %', tone: 'good' },
  { at: 10, text: 'elevated to 10 %', tone: 'warn' },
  { at: 35, text: 'high to 35 %', tone: 'bad' },
] as const;

/** The cost of a trade: by size, by part, its route, and the pools that were found. */
export function tradeSections(metrics: Partial<TradeFigures>): readonly Section[] {
  return [
    sizesPlot(metrics),
    costFigures(metrics),
    costParts(metrics.cost_parts ?? null),
    routeTable(metrics.route ?? []),
    poolsTable(metrics.pools ?? []),
  ].filter((section) => section !== null);
}

interface Costing {
  readonly size: number;
  readonly cost: number;
}

function costings({ sizes, size_sol, cost_bps }: Partial<TradeFigures>): readonly Costing[] {
  const asked = typeof cost_bps === 'number' && size_sol !== undefined ? [{ size_sol, cost_bps }] : [];
  const bySize = new Map<number, number>();
  for (const each of [...(sizes ?? []), ...asked]) {
    if (each.cost_bps !== null) bySize.set(Number(each.size_sol), each.cost_bps / 100);
  }
  return [...bySize].map(([size, cost]) => ({ size, cost })).sort((a, b) => a.size - b.size);
}

function sizesPlot(metrics: Partial<TradeFigures>): Plot | null {
  const known = costings(metrics);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return null;
  // A logarithmic scale, so that small sizes stay apart.
  const place = (size: number): number => Math.log(size / first.size) / Math.log(last.size / first.size);
  const ticks = roundTicks(0, Math.max(...known.map(({ cost }) => cost)));
  const asked = known.find(({ size }) => size === Number(metrics.size_sol));
  const none = (metrics.sizes ?? []).filter(({ cost_bps }) => cost_bps === null).map(({ size_sol }) => size_sol);
  const cannot = none.length > 0 ? ` Not to be had: ${none.join(', ')} SOL.` : '';
  return {
    type: 'plot',
    title: 'Cost of a round trip by size',
    summary: `A round trip costs ${first.cost} % at ${first.size} SOL and ${last.cost} % at ${last.size} SOL.${cannot}`,
    points: known.map(({ size, cost }) => ({ x: place(size), y: cost })),
    step: false,
    xTicks: known.map(({ size }) => ({ at: place(size), text: `${size} SOL` })),
    yTicks: ticks.map((at) => ({ at, text: `${at} %` })),
    zones: ZONES.filter((_zone, at) => (ZONES[at - 1]?.at ?? 0) < (ticks.at(-1) ?? 0)),
    mark: asked ? { x: place(asked.size), y: asked.cost, text: `${asked.cost} %` } : null,
    table: {
      type: 'table',
      title: 'Cost by size',
      head: ['Size', 'Cost'],
      rows: known.map(({ size, cost }) => [`${size} SOL`, `${cost} %`]),
      numeric: [0, 1],
    },
  };
}

function costFigures(metrics: Partial<TradeFigures>): FiguresSection {
  const { tokens_bought: bought, decimals, recommended_max_size_sol: most = {} } = metrics;
  // That there is none is known only where costs were read.
  const none = (text: string): string => (metrics.sizes ? text : 'not known');
  const size = (verdict: string): string => (most[verdict] ? `${cutSize(most[verdict])} SOL` : none('no size'));
  return {
    type: 'figures',
    title: 'Key figures',
    figures: [
      { name: 'Size', value: `${metrics.size_sol ?? '?'} SOL` },
      {
        name: 'Cost of the round trip',
        value: displayPercent(metrics.cost_bps),
        note: displaySol(metrics.cost_lamports),
      },
      { name: 'Sold again at once', value: displayPercent(metrics.floor_bps) },
      { name: 'Must bring, to break even', value: `${displayPercent(metrics.break_even_bps)} more` },
      { name: 'Buys', value: bought ? `${decimal(bought, decimals ?? 0, 2)} tokens` : none('nothing') },
      { name: 'Comes back', value: displaySol(metrics.lamports_back) },
      { name: 'Largest acceptable size', value: size('acceptable_cost'), note: 'costs at most 3 %' },
      { name: 'Largest elevated size', value: size('elevated_cost'), note: 'costs at most 10 %' },
      { name: 'Largest size of high cost', value: size('high_cost'), note: 'costs at most 35 %' },
      { name: 'Pools', value: `${displayCount(metrics.pools_usable)} of ${displayCount(metrics.pools_found)} usable` },
    ].filter(({ value }) => !value.startsWith('not known')),
  };
}

/** A size without decimals that nobody would type. It is cut off, so that what it is said of still holds. */
function cutSize(text: string): string {
  const [whole = '0', part = ''] = text.split('.');
  const kept = part.slice(0, whole === '0' ? 6 : 3).replace(/0+$/, '');
  return `${grouped(whole)}${kept === '' ? '' : `.${kept}`}`;
}

function costParts(parts: TradeFigures['cost_parts']): Bars | null {
  const all = Object.entries(parts ?? {});
  const most = Math.max(0, ...all.map(([, { lamports }]) => Number(lamports)));
  if (most === 0) return null;
  return {
    type: 'bars',
    title: 'Where the cost goes',
    note: 'Both ways together. The parts add up to the cost; as shown they are rounded down, and its percentage up.',
    bars: all.map(([name, { lamports, bps }]) => ({
      label: words(name),
      share: Number(lamports) / most,
      text: lamports === '0' ? 'none' : `${displaySol(lamports)}, ${bps === 0 ? 'under 0.01 %' : displayPercent(bps)}`,
      shade: 'plain',
    })),
  };
}

function routeTable(route: NonNullable<TradeFigures['route']>): Table | null {
  if (route.length === 0) return null;
  const hops = route.flatMap(({ size_sol, hops }) =>
    hops.map(({ venue, pool }, at): readonly Cell[] => [at === 0 ? `${size_sol} SOL` : 'then', venue, account(pool)]),
  );
  return { type: 'table', title: 'Cheapest route', head: ['Part', 'Venue', 'Pool'], rows: hops };
}

function poolsTable(pools: NonNullable<TradeFigures['pools']>): Table | null {
  if (pools.length === 0) return null;
  return {
    type: 'table',
    title: 'Pools that were found',
    head: ['Venue', 'Pool', 'Cost', 'Depth', 'State'],
    rows: pools.map((pool) => [
      pool.venue,
      account(pool.address),
      pool.cost_bps === null ? '' : displayPercent(pool.cost_bps),
      pool.depth_lamports === null ? '' : displaySol(pool.depth_lamports),
      pool.refused === null ? (pool.used ? 'used' : 'usable') : (pool.refused_detail ?? words(pool.refused)),
    ]),
    numeric: [2, 3],
  };
}
