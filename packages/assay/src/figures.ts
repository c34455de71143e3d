import { at, listAt, numberAt, textAt, textsAt } from './answer.ts';
import type { NamedValue } from './layout.ts';
import {
  asCount,
  asMoney,
  asPercent,
  asSol,
  asSpan,
  figure,
  isKnown,
  labelled,
  NOT_KNOWN,
  spoken,
  when,
} from './words.ts';

/** Parts of the cost that are named together: pool fees are what pools, protocols and creators take. */
const parts: readonly (readonly [string, readonly string[]])[] = [
  ['price impact', ['price_impact']],
  ['pool fees', ['lp_fees', 'protocol_fees', 'creator_fees']],
  ['transfer fees', ['transfer_fees']],
  ['network', ['network_base', 'network_priority']],
];

const NAME_LETTERS_MAX = 64;

/** The figures of a token that matter first: who has power over it, who holds it, where it can be sold, how old it is. */
export function tokenRows(metrics: unknown): readonly NamedValue[] {
  return [
    ...nameRows(metrics),
    ...powerRows(metrics),
    { name: 'Top holders', value: holdersOf(metrics) },
    { name: 'Liquidity', value: liquidityOf(metrics) },
    ...(isKnown(metrics, 'sale_cost_bps') || isKnown(metrics, 'trial_sale')
      ? [{ name: 'Sale', value: saleOf(metrics) }]
      : []),
    ...originRows(metrics),
  ];
}

/** Words of a stranger, in quotation marks. */
function nameRows(metrics: unknown): readonly NamedValue[] {
  const names = [textAt(metrics, 'name'), textAt(metrics, 'symbol')].flatMap((text) => (text ? [quoted(text)] : []));
  return names.length > 0 ? [{ name: 'Calls itself', value: names.join(', ') }] : [];
}

function quoted(text: string): string {
  const letters = [...text];
  return `"${letters.slice(0, NAME_LETTERS_MAX).join('')}${letters.length > NAME_LETTERS_MAX ? '...' : ''}"`;
}

function powerRows(metrics: unknown): readonly NamedValue[] {
  const fee = numberAt(metrics, 'transfer_fee.active_bps');
  const extensions = textsAt(metrics, 'extensions');
  return [
    { name: 'Can mint more', value: holderOf(metrics, 'mint_authority') },
    { name: 'Can freeze', value: holderOf(metrics, 'freeze_authority') },
    ...listAt(metrics, 'authorities').map((authority) => ({
      name: 'Power',
      value: `${figure(authority, 'address')} (${spoken(figure(authority, 'kind'))}): ${textsAt(authority, 'roles').map(spoken).join(', ')}`,
    })),
    ...(fee === null ? [] : [{ name: 'Transfer fee', value: asPercent(fee) }]),
    ...(extensions.length > 0 ? [{ name: 'Extensions', value: extensions.map(spoken).join(', ') }] : []),
  ];
}

/** That nobody has a power is known only where the mint was read, and so its program. */
function holderOf(metrics: unknown, power: string): string {
  const holder = textAt(metrics, power);
  if (holder !== null) return holder;
  return typeof at(metrics, 'is_token_2022') === 'boolean' ? 'nobody' : NOT_KNOWN;
}

function holdersOf(metrics: unknown): string {
  const [first, five, ten] = ['top1_bps', 'top5_bps', 'top10_bps'].map((name) => numberAt(metrics, name));
  if (typeof first !== 'number') return NOT_KNOWN;
  return `first ${asPercent(first)}, five ${asPercent(five ?? null)}, ten ${asPercent(ten ?? null)} of what circulates`;
}

function liquidityOf(metrics: unknown): string {
  const pools = at(metrics, 'pools');
  if (!Array.isArray(pools)) return NOT_KNOWN;
  if (pools.length === 0) return 'no pool found';
  const usd = textAt(metrics, 'depth_usd');
  const depth = `${asSol(textAt(metrics, 'depth_lamports'))}${usd ? ` (${usd} USD)` : ''}`;
  return `${depth} in the deepest of ${asCount(pools.length, 'pool')}, at ${figure(pools[0], 'venue')}`;
}

function saleOf(metrics: unknown): string {
  const cost = `${figure(metrics, 'sale_size_sol')} SOL costs ${asPercent(numberAt(metrics, 'sale_cost_bps'))}`;
  return `${cost}; trial sales of holders: ${textAt(metrics, 'trial_sale') ?? 'no result'}`;
}

function originRows(metrics: unknown): readonly NamedValue[] {
  const age = numberAt(metrics, 'age_seconds');
  const creator = textAt(metrics, 'creator');
  const held = numberAt(metrics, 'launch_held_bps');
  const atLeast = at(metrics, 'age_exact') === false ? 'at least ' : '';
  return [
    { name: 'Age', value: age === null ? NOT_KNOWN : `${atLeast}${asSpan(age)}` },
    ...(creator === null
      ? []
      : [{ name: 'Creator', value: `${creator}, holds ${asPercent(numberAt(metrics, 'creator_share_bps'))}` }]),
    ...(held === null ? [] : [{ name: 'Launch buyers', value: `hold ${asPercent(held)}` }]),
  ];
}

/** The figures of a funder answer that matter first: who paid, how much, and who stands behind. */
export function funderRows(metrics: unknown): readonly NamedValue[] {
  if (!isKnown(metrics, 'source')) return [{ name: 'Source', value: NOT_KNOWN }];
  const trade = numberAt(metrics, 'first_trade_seconds_after_funding');
  const siblings = numberAt(metrics, 'siblings') ?? numberAt(metrics, 'cohort');
  return [
    { name: 'Source', value: labelled(metrics, 'source', 'source_label') },
    { name: 'First money', value: moneyOf(metrics) },
    { name: 'When', value: when(numberAt(metrics, 'funding_time_unix')) },
    ...hopRows(metrics),
    ...weekRows(metrics),
    ...(siblings === null || siblings < 2 ? [] : [{ name: 'Funded alike', value: `${siblings} fresh accounts` }]),
    ...(trade === null ? [] : [{ name: 'First trade', value: `${asSpan(trade)} after the funding` }]),
  ];
}

function moneyOf(metrics: unknown): string {
  const how = spoken(figure(metrics, 'mechanism'));
  const mint = textAt(metrics, 'token_mint');
  if (mint !== null) return `${figure(metrics, 'token_amount')} units of ${mint}, by ${how}`;
  const share = asPercent(numberAt(metrics, 'main_source_share_bps'));
  return `${asSol(textAt(metrics, 'funded_lamports'))} by ${how}, ${share} of it from the source`;
}

/** Who gave most in the first seven days, where that is another than the source of the first money. */
function weekRows(metrics: unknown): readonly NamedValue[] {
  const most = textAt(metrics, 'main_source.source');
  if (most === null || most === textAt(metrics, 'source')) return [];
  const share = asPercent(numberAt(metrics, 'main_source.share_bps'));
  const given = `${asSol(textAt(metrics, 'main_source.lamports'))}, ${share} of seven days`;
  return [
    { name: 'Most money', value: `${given}, from ${labelled(metrics, 'main_source.source', 'main_source.label')}` },
  ];
}

function hopRows(metrics: unknown): readonly NamedValue[] {
  return [2, 3].flatMap((place) => {
    const hop = at(metrics, `hop_${place}`);
    if (textAt(hop, 'source') === null) return [];
    return [{ name: `Hop ${place}`, value: `${labelled(hop, 'source', 'label')}, ${asSol(textAt(hop, 'lamports'))}` }];
  });
}

/** The figures of a wallet that matter first: what it made, how often, and how sure that is. */
export function walletRows(metrics: unknown): readonly NamedValue[] {
  return [
    { name: 'Window', value: windowOf(metrics) },
    { name: 'Realised', value: realisedOf(metrics) },
    ...bookRows(metrics),
    { name: 'Expectancy', value: rangeOf(metrics, 'expectancy_lower_bps', 'expectancy_upper_bps') },
    { name: 'Trades', value: tradesOf(metrics) },
    { name: 'Win rate', value: winsOf(metrics) },
    ...(isKnown(metrics, 'max_drawdown_bps')
      ? [{ name: 'Largest drawdown', value: asPercent(numberAt(metrics, 'max_drawdown_bps')) }]
      : []),
    ...(isKnown(metrics, 'pnl_without_best_lamports')
      ? [{ name: 'Without the best', value: asSol(textAt(metrics, 'pnl_without_best_lamports')) }]
      : []),
    ...(isKnown(metrics, 'median_hold_seconds')
      ? [{ name: 'Held', value: `${asSpan(numberAt(metrics, 'median_hold_seconds') ?? 0)}, median` }]
      : []),
  ];
}

/** The records in dollars and euros; that in SOL stands above them. */
function bookRows(metrics: unknown): readonly NamedValue[] {
  return listAt(metrics, 'books').flatMap((book) => {
    const code = textAt(book, 'currency')?.toUpperCase() ?? 'SOL';
    if (code === 'SOL') return [];
    const [made, cost] = [textAt(book, 'realized_pnl'), textAt(book, 'cost')].map((amount) => asMoney(amount, code));
    const main = at(book, 'main') === true ? ', which the verdict is taken from' : '';
    return [{ name: `Realised in ${code}`, value: `${made} on ${cost} spent${main}` }];
  });
}

function windowOf(metrics: unknown): string {
  if (!isKnown(metrics, 'window')) return NOT_KNOWN;
  return `${figure(metrics, 'window.days')} days, ${asCount(numberAt(metrics, 'window.transactions'), 'transaction')}`;
}

function realisedOf(metrics: unknown): string {
  if (!isKnown(metrics, 'realized_pnl_lamports')) return NOT_KNOWN;
  const made = asSol(textAt(metrics, 'realized_pnl_lamports'));
  return `${made} on ${asSol(textAt(metrics, 'cost_lamports'))} spent (${asPercent(numberAt(metrics, 'roi_bps'))})`;
}

function tradesOf(metrics: unknown): string {
  if (!isKnown(metrics, 'trades')) return NOT_KNOWN;
  const closed = `${asCount(numberAt(metrics, 'closed'), 'position')} closed in ${asCount(numberAt(metrics, 'mints'), 'token')}`;
  return `${figure(metrics, 'trades')}, ${closed} on ${asCount(numberAt(metrics, 'active_days'), 'day')}`;
}

function winsOf(metrics: unknown): string {
  const rate = numberAt(metrics, 'win_rate_bps');
  if (rate === null) return NOT_KNOWN;
  return `${asPercent(rate)} (${rangeOf(metrics, 'win_rate_low_bps', 'win_rate_high_bps')})`;
}

function rangeOf(metrics: unknown, low: string, high: string): string {
  const [from, to] = [numberAt(metrics, low), numberAt(metrics, high)];
  return from === null && to === null ? NOT_KNOWN : `${asPercent(from)} to ${asPercent(to)}`;
}

/** The figures of a trade that matter first: what the round trip costs and of what, and how much may be traded. */
export function tradeRows(metrics: unknown): readonly NamedValue[] {
  const bps = numberAt(metrics, 'cost_bps');
  const lamports = textAt(metrics, 'cost_lamports');
  const cost = bps === null ? NOT_KNOWN : `${bps} bps (${asPercent(bps)}), ${lamports} lamports (${asSol(lamports)})`;
  return [
    { name: 'Size', value: `${figure(metrics, 'size_sol')} SOL` },
    { name: 'Round trip costs', value: cost },
    ...(isKnown(metrics, 'cost_parts') ? [{ name: 'Of that', value: partsOf(at(metrics, 'cost_parts')) }] : []),
    ...(isKnown(metrics, 'floor_bps')
      ? [{ name: 'Sold again at once', value: asPercent(numberAt(metrics, 'floor_bps')) }]
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
  return `${asCount(numberAt(metrics, 'pools_found'), 'pool')} found, ${figure(metrics, 'pools_usable')} usable${why}`;
}

function routeOf(part: unknown): string {
  const hops = listAt(part, 'hops').map((hop) => `${figure(hop, 'venue')} ${figure(hop, 'pool')}`);
  return `${figure(part, 'size_sol')} SOL through ${hops.join(', then ')}`;
}
