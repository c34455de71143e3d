import type { TradeMetrics } from 'assay-core/rules/trade/metrics.ts';
import { refusals, venueName } from 'assay-core/rules/venue-words.ts';
import { decimal, displayPercent, displaySol, grouped, words } from '../format.ts';
import {
  account,
  type Bars,
  barsOf,
  type Cell,
  type Explain,
  type Maybe,
  type Plot,
  type Section,
  type Sentences,
  say,
  sentences,
  type Table,
} from './section.ts';

type Figures = Partial<TradeMetrics>;

/** Up to which cost a verdict goes, as the verdicts say it. */
const ZONES = [
  { at: 3, text: 'acceptable to 3 %', tone: 'good' },
  { at: 10, text: 'elevated to 10 %', tone: 'warn' },
  { at: 35, text: 'high to 35 %', tone: 'bad' },
] as const;

/** The cost of a trade: by size, by part, its route, and the pools that were found. `said` holds the messages of the reasons. */
export function tradeSections(metrics: Figures, explain: Explain, said = ''): readonly Section[] {
  return [
    sizesPlot(metrics),
    costSentences(metrics),
    costParts(metrics, explain),
    routeTable(metrics.route ?? []),
    poolsTable(metrics, said),
  ].filter((section) => section !== null);
}

interface Costing {
  readonly size: number;
  readonly cost: number;
}

function costings({ sizes, size_sol, cost_bps }: Figures): readonly Costing[] {
  const asked = typeof cost_bps === 'number' && size_sol !== undefined ? [{ size_sol, cost_bps }] : [];
  const bySize = new Map<number, number>();
  for (const each of [...(sizes ?? []), ...asked]) {
    if (each.cost_bps !== null) bySize.set(Number(each.size_sol), each.cost_bps / 100);
  }
  return [...bySize].map(([size, cost]) => ({ size, cost })).sort((a, b) => a.size - b.size);
}

function sizesPlot(metrics: Figures): Plot | null {
  const known = costings(metrics);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return null;
  const most = Math.max(...known.map(({ cost }) => cost));
  const asked = known.find(({ size }) => size === Number(metrics.size_sol));
  const none = (metrics.sizes ?? []).filter(({ cost_bps }) => cost_bps === null).map(({ size_sol }) => size_sol);
  const cannot = none.length > 0 ? ` Not to be had: ${none.join(', ')} SOL.` : '';
  return {
    type: 'plot',
    title: 'Cost of a round trip by size',
    summary: `A round trip costs ${first.cost} % at ${first.size} SOL and ${last.cost} % at ${last.size} SOL.${cannot}`,
    points: known.map(({ size, cost }) => ({ x: size, y: cost })),
    x: 'size',
    unit: '%',
    step: false,
    zones: ZONES.filter((_zone, at) => (ZONES[at - 1]?.at ?? 0) < most),
    mark: asked ? { x: asked.size, y: asked.cost } : null,
    table: {
      type: 'table',
      title: 'Cost by size',
      head: ['Size', 'Cost'],
      rows: known.map(({ size, cost }) => [`${size} SOL`, `${cost} %`]),
      numeric: [0, 1],
    },
  };
}

function costSentences(metrics: Figures): Sentences {
  const { size_sol: size, cost_bps: cost, cost_lamports: lost, floor_bps: floor, break_even_bps: even } = metrics;
  const { tokens_bought: bought, lamports_back: back, pools_usable: usable, pools_found: found } = metrics;
  const cent = displayPercent;
  return sentences('What the trade comes to', [
    typeof cost === 'number' &&
      say`Buying for ${`${size ?? '?'} SOL`} and selling again costs ${cent(cost)}, ${displaySol(lost)}.`,
    typeof floor === 'number' && floor !== cost && say`Sold again at once, it costs ${cent(floor)}.`,
    bought
      ? say`It buys ${decimal(bought, metrics.decimals ?? 0, 2)} tokens, whose sale brings back ${displaySol(back)}.`
      : null,
    metrics.sizes && !bought && refusedSentence(metrics),
    typeof even === 'number' &&
      say`The sale must bring ${cent(even)} more than now for everything to come back; in a pool the price rises by more.`,
    ...maxSizes(metrics),
    typeof usable === 'number' && typeof found === 'number' && poolSentence(usable, found),
  ]);
}

/** The effect of the size: a pool that refuses the sale would have accepted the purchase. */
function refusedSentence({ size_sol, pools }: Figures): Cell {
  const size = `${size_sol ?? '?'} SOL`;
  const legs = (pools ?? []).map(({ refused_leg }) => refused_leg);
  if (legs.includes('sell')) return say`What ${size} buys cannot be sold again.`;
  if (legs.includes('buy') || legs.length === 0) return say`Nothing can be bought for ${size}.`;
  return say`No pool has a price for ${size}.`;
}

function poolSentence(usable: number, found: number): Cell {
  if (found === 0) return say`No pool was found.`;
  return say`Of the pools that were found, ${grouped(found)} in all, ${usable === 0 ? 'none' : grouped(usable)} can carry the size.`;
}

/** The largest sizes for each verdict. That there is none is known only where costs were read. */
function maxSizes({ recommended_max_size_sol: most, sizes }: Figures): readonly Maybe[] {
  const bounds = [most?.acceptable_cost, most?.elevated_cost, most?.high_cost];
  return ZONES.map(({ at }, place) => {
    const size = bounds[place];
    const isOfLower = bounds.slice(0, place).includes(size);
    if (size && !isOfLower) return say`Up to ${`${cutSize(size)} SOL`} cost ${`${at} %`} at most.`;
    return sizes && !size && place === 0 ? say`No size costs ${`${at} %`} or less.` : null;
  });
}

/** A size without decimals that nobody would type. It is rounded down, so that statements about it still hold. */
function cutSize(text: string): string {
  const [whole = '0', part = ''] = text.split('.');
  const kept = part.slice(0, whole === '0' ? 6 : 3).replace(/0+$/, '');
  return `${grouped(whole)}${kept === '' ? '' : `.${kept}`}`;
}

function costParts({ cost_parts: parts, size_sol: size }: Figures, explain: Explain): Bars | null {
  const all = Object.entries(parts ?? {});
  const whole = Number(size) * 1e9;
  if (!all.some(([, { lamports }]) => lamports !== '0')) return null;
  return barsOf(
    'Where the cost goes',
    'In percent of the size, both ways together. The parts add up to the cost; each is rounded down, and the cost up.',
    all.map(([name, { lamports, bps }]) => ({
      label: [{ strong: words(name) }, { text: ` ${explain('CostParts', name) ?? ''}` }],
      percent: whole > 0 ? (Number(lamports) / whole) * 100 : 0,
      text: lamports === '0' ? 'none' : `${displaySol(lamports)}, ${bps === 0 ? 'under 0.01 %' : displayPercent(bps)}`,
      shade: 'plain',
    })),
  );
}

function routeTable(route: NonNullable<TradeMetrics['route']>): Table | null {
  // A route of one pool is the one that the table of pools marks.
  if (route.length === 0 || (route.length === 1 && route[0]?.hops.length === 1)) return null;
  const hops = route.flatMap(({ size_sol, hops }) =>
    hops.map(({ venue, pool }, at): readonly Cell[] => [
      at === 0 ? `${size_sol} SOL` : 'then',
      venueName(venue),
      account(pool),
    ]),
  );
  return { type: 'table', title: 'Cheapest route', head: ['Part', 'Venue', 'Pool'], rows: hops };
}

function poolsTable({ pools, cost_bps: cost }: Figures, said: string): Table | null {
  if (!pools || pools.length === 0) return null;
  return {
    type: 'table',
    title: 'Pools that were found',
    head: ['Venue', 'Pool', 'Cost through it alone', 'SOL side', 'State'],
    rows: pools.map((pool) => [
      venueName(pool.venue),
      account(pool.address),
      pool.cost_bps === null ? '' : pool.used && pool.cost_bps === cost ? 'the same' : displayPercent(pool.cost_bps),
      pool.depth_lamports === null ? '' : displaySol(pool.depth_lamports),
      pool.refused === null ? (pool.used ? 'the cheapest route' : 'usable') : refusalOf(pool, said),
    ]),
    numeric: [2, 3],
  };
}

/** Why a pool of a row has no price, without its venue and address, which the row names; only the leg where a reason says why. */
function refusalOf(pool: NonNullable<TradeMetrics['pools']>[number], said: string): string {
  const { refused, refused_detail: detail, refused_leg: leg, venue, address } = pool;
  if (detail && said.includes(detail)) return leg === null ? 'refused' : `refuses the ${LEGS[leg] ?? leg}`;
  return detail?.replace(`${venue} ${address}: `, '') ?? refusalText(refused ?? '');
}

const LEGS: Readonly<Record<string, string>> = { buy: 'purchase', sell: 'sale' };

/** Why a pool has no price, in the words of the service. */
export function refusalText(refused: string): string {
  return new Map<string, string>(Object.entries(refusals)).get(refused) ?? words(refused);
}
