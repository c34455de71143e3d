import { at, listAt, numberAt, textAt, textsAt } from '../answer.ts';
import type { Row } from '../layout.ts';
import { count, figure, isKnown, labelled, NOT_KNOWN, percent, sol, span, spoken, when } from '../words.ts';

const NAME_LETTERS_MAX = 64;

/** The figures of a token that matter first: who has power over it, who holds it, where it can be sold, how old it is. */
export function tokenRows(metrics: unknown): readonly Row[] {
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
function nameRows(metrics: unknown): readonly Row[] {
  const names = [textAt(metrics, 'name'), textAt(metrics, 'symbol')].flatMap((text) => (text ? [quoted(text)] : []));
  return names.length > 0 ? [{ name: 'Calls itself', value: names.join(', ') }] : [];
}

function quoted(text: string): string {
  const letters = [...text];
  return `"${letters.slice(0, NAME_LETTERS_MAX).join('')}${letters.length > NAME_LETTERS_MAX ? '...' : ''}"`;
}

function powerRows(metrics: unknown): readonly Row[] {
  const fee = numberAt(metrics, 'transfer_fee.active_bps');
  const extensions = textsAt(metrics, 'extensions');
  return [
    { name: 'Can mint more', value: holderOf(metrics, 'mint_authority') },
    { name: 'Can freeze', value: holderOf(metrics, 'freeze_authority') },
    ...listAt(metrics, 'authorities').map((authority) => ({
      name: 'Power',
      value: `${figure(authority, 'address')} (${spoken(figure(authority, 'kind'))}): ${textsAt(authority, 'roles').map(spoken).join(', ')}`,
    })),
    ...(fee === null ? [] : [{ name: 'Transfer fee', value: percent(fee) }]),
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
  return `first ${percent(first)}, five ${percent(five ?? null)}, ten ${percent(ten ?? null)} of what circulates`;
}

function liquidityOf(metrics: unknown): string {
  const pools = at(metrics, 'pools');
  if (!Array.isArray(pools)) return NOT_KNOWN;
  if (pools.length === 0) return 'no pool found';
  const usd = textAt(metrics, 'depth_usd');
  const depth = `${sol(textAt(metrics, 'depth_lamports'))}${usd ? ` (${usd} USD)` : ''}`;
  return `${depth} in the deepest of ${count(pools.length, 'pool')}, at ${figure(pools[0], 'venue')}`;
}

function saleOf(metrics: unknown): string {
  const cost = `${figure(metrics, 'sale_size_sol')} SOL costs ${percent(numberAt(metrics, 'sale_cost_bps'))}`;
  return `${cost}; trial sales of holders: ${textAt(metrics, 'trial_sale') ?? 'no result'}`;
}

function originRows(metrics: unknown): readonly Row[] {
  const age = numberAt(metrics, 'age_seconds');
  const creator = textAt(metrics, 'creator');
  const held = numberAt(metrics, 'launch_held_bps');
  const atLeast = at(metrics, 'age_exact') === false ? 'at least ' : '';
  return [
    { name: 'Age', value: age === null ? NOT_KNOWN : `${atLeast}${span(age)}` },
    ...(creator === null
      ? []
      : [{ name: 'Creator', value: `${creator}, holds ${percent(numberAt(metrics, 'creator_share_bps'))}` }]),
    ...(held === null ? [] : [{ name: 'Launch buyers', value: `hold ${percent(held)}` }]),
  ];
}

/** The figures of a funder answer that matter first: who paid, how much, and who stands behind. */
export function funderRows(metrics: unknown): readonly Row[] {
  if (!isKnown(metrics, 'source')) return [{ name: 'Source', value: NOT_KNOWN }];
  const trade = numberAt(metrics, 'first_trade_seconds_after_funding');
  const siblings = numberAt(metrics, 'siblings');
  return [
    { name: 'Source', value: labelled(metrics, 'source', 'source_label') },
    { name: 'First money', value: moneyOf(metrics) },
    { name: 'When', value: when(numberAt(metrics, 'funding_time_unix')) },
    ...hopRows(metrics),
    ...(siblings === null || siblings < 2 ? [] : [{ name: 'Funded alike', value: `${siblings} fresh accounts` }]),
    ...(trade === null ? [] : [{ name: 'First trade', value: `${span(trade)} after the funding` }]),
  ];
}

function moneyOf(metrics: unknown): string {
  const how = spoken(figure(metrics, 'mechanism'));
  const mint = textAt(metrics, 'token_mint');
  if (mint !== null) return `${figure(metrics, 'token_amount')} units of ${mint}, by ${how}`;
  const share = percent(numberAt(metrics, 'main_source_share_bps'));
  return `${sol(textAt(metrics, 'funded_lamports'))} by ${how}, ${share} of it from the source`;
}

function hopRows(metrics: unknown): readonly Row[] {
  return [2, 3].flatMap((place) => {
    const hop = at(metrics, `hop_${place}`);
    if (textAt(hop, 'source') === null) return [];
    return [{ name: `Hop ${place}`, value: `${labelled(hop, 'source', 'label')}, ${sol(textAt(hop, 'lamports'))}` }];
  });
}
