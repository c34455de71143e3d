import type { TokenMetrics } from 'assay-core/rules/token/metrics.ts';
import { venueName } from 'assay-core/rules/venue-words.ts';
import { decimal, displayDollars, displayPercent, duration, words } from '../format.ts';
import {
  account,
  type Bars,
  barsOf,
  type Cell,
  type Explain,
  type Maybe,
  type Section,
  say,
  sentences,
  type Table,
} from './section.ts';
import { refusalText } from './trade.ts';

type Figures = Partial<TokenMetrics>;
type Shade = Bars['bars'][number]['shade'];

/** Whose tokens come to no market by one person's will, whose do, and the rest. */
const SHADES: Readonly<Record<string, Shade>> = {
  burn: 'locked',
  pool: 'locked',
  curve: 'locked',
  launch_system: 'locked',
  locker: 'locked',
  wallet: 'held',
  program: 'held',
};

const NAME_LETTERS_MAX = 64;

function cutName(name: string): string {
  const letters = [...name];
  return letters.length > NAME_LETTERS_MAX ? `${letters.slice(0, NAME_LETTERS_MAX).join('')}…` : name;
}

/** The token's own name and symbol: words of a stranger. */
export function tokenNames({ name, symbol }: Figures): readonly string[] {
  return [name, symbol].filter((text): text is string => Boolean(text)).map(cutName);
}

/** Holders, powers and markets of a token. */
export function tokenSections(metrics: Figures, explain: Explain): readonly Section[] {
  return [
    sentences('What it is', [...supplySentences(metrics), ...exitSentences(metrics)]),
    holderBars(metrics),
    bucketBars(metrics.buckets ?? null, explain),
    powerTable(metrics, explain),
    extensionTable(metrics.extensions ?? [], explain),
    poolTable(metrics.pools ?? [], explain),
    clusterTable(metrics.funder_clusters ?? []),
    qualityBars(metrics.data_quality, explain),
  ].filter((section) => section !== null);
}

function supplySentences(metrics: Figures): readonly Maybe[] {
  const { supply, circulating_supply: circulating, top1_bps: first, top10_bps: ten, is_token_2022: is2022 } = metrics;
  const amount = (atomic: string): string => decimal(atomic, metrics.decimals ?? 0, 0);
  return [
    supply
      ? say`${amount(supply)} of it exist${circulating && circulating !== supply ? say`, of which ${amount(circulating)} circulate` : ''}.`
      : null,
    typeof first === 'number' &&
      say`The largest holder has ${displayPercent(first)} of what circulates${typeof ten === 'number' && ten !== first ? say`, the ten largest have ${displayPercent(ten)}` : ''}; exchanges are left out.`,
    typeof is2022 === 'boolean' && say`It is a mint of the program ${is2022 ? 'Token-2022' : 'SPL Token'}.`,
    ...powerSentences(metrics),
  ];
}

/** The absence of a power is known only if the mint, and so its program, was read. The table of powers names the holders. */
function powerSentences(metrics: Figures): readonly Maybe[] {
  if (typeof metrics.is_token_2022 !== 'boolean') return [];
  const who = (has: string | null | undefined): Cell =>
    has && !metrics.authorities ? account(has) : has ? 'Somebody' : 'Nobody';
  return [
    say`${who(metrics.mint_authority)} can mint more of it.`,
    say`${who(metrics.freeze_authority)} can freeze what holders have.`,
    ...(metrics.program_powers ?? []).map(
      ({ role, program_name }) => say`The power to ${role} lies with the program ${program_name}.`,
    ),
    issuerSentence(metrics.issuer ?? null),
  ];
}

function issuerSentence(issuer: NonNullable<Figures['issuer']> | null): Maybe {
  if (issuer === null) return null;
  return issuer.drift.length === 0
    ? say`Its powers are those of ${issuer.name}, reviewed on ${issuer.reviewed}.`
    : say`It is listed as an asset of ${issuer.name}, but its powers are not those reviewed on ${issuer.reviewed}.`;
}

function exitSentences(metrics: Figures): readonly Maybe[] {
  const { age_exact: exact, age_seconds: age, sale_size_sol: size, sale_cost_bps: cost } = metrics;
  const { creator, creator_share_bps: holds, launch_held_bps: launch } = metrics;
  return [
    size && typeof cost === 'number' && say`A sale worth ${`${size} SOL`} loses ${displayPercent(cost)} of it.`,
    typeof age === 'number' && say`It is ${exact === false ? 'at least ' : ''}${duration(age)} old.`,
    creator
      ? say`Its creator is ${account(creator)}${typeof holds === 'number' ? say` and holds ${displayPercent(holds)} of the supply` : ''}.`
      : null,
    typeof launch === 'number' && say`Those who bought at its launch still hold ${displayPercent(launch)}.`,
  ];
}

function powerTable({ authorities }: Figures, explain: Explain): Table | null {
  if (!authorities || authorities.length === 0) return null;
  return {
    type: 'table',
    title: 'Who has power over it',
    head: ['Address', 'May change', 'What is behind it'],
    rows: authorities.map(({ address, roles, kind }) => [
      account(address),
      roles.map(words).join(', '),
      explain('AuthorityKind', kind) ?? words(kind),
    ]),
  };
}

function extensionTable(extensions: readonly string[], explain: Explain): Table | null {
  if (extensions.length === 0) return null;
  return {
    type: 'table',
    title: 'Extensions of the mint',
    head: ['Extension', 'What it means'],
    rows: extensions.map((one) => [words(one), explain('TokenExtension', one) ?? '']),
  };
}

function poolTable(pools: NonNullable<TokenMetrics['pools']>, explain: Explain): Table | null {
  if (pools.length === 0) return null;
  const part = (how: string, bps: number): string =>
    `${displayPercent(bps)} ${how}: ${explain('LiquidityHow', how) ?? ''}`.replace(/: $/, '');
  return {
    type: 'table',
    title: 'Pools',
    head: ['Venue', 'Pool', 'Other side holds', 'Liquidity'],
    rows: pools.map(({ venue, address, depth_usd, refused, liquidity_parts }) => [
      venueName(venue),
      account(address),
      depth_usd === null ? '' : displayDollars(depth_usd),
      refused === null ? (liquidity_parts ?? []).map(({ how, bps }) => part(how, bps)).join(' ') : refusalText(refused),
    ]),
    numeric: [2],
  };
}

function clusterTable(clusters: NonNullable<TokenMetrics['funder_clusters']>): Table | null {
  if (clusters.length === 0) return null;
  return {
    type: 'table',
    title: 'Holders whose first money came from one source',
    head: ['Source', 'Wallets', 'Of what circulates'],
    rows: clusters.map(({ funder, wallets, share_bps }) => [
      account(funder),
      String(wallets.length),
      displayPercent(share_bps),
    ]),
    numeric: [1, 2],
  };
}

function qualityBars(quality: Figures['data_quality'], explain: Explain): Bars | null {
  const all = Object.entries(quality ?? {});
  if (all.length === 0) return null;
  return barsOf(
    'How well each part was read and proven',
    'In percent. It is no probability.',
    all.map(([name, value]) => ({
      label: [{ strong: words(name) }, { text: ` ${explain('TokenDataQuality', `${name}_percent`) ?? ''}` }],
      percent: value,
      text: `${value} %`,
      shade: 'plain',
    })),
    100,
  );
}

/** The largest holders with role and share, or null where none was read. Their labels stand beside their addresses. */
function holderBars({ holders }: Figures): Bars | null {
  if (!holders || holders.length === 0) return null;
  return barsOf(
    'Largest holders',
    'In percent of the supply. Orange: wallets and programs that could sell. Green: pools, burned, locked.',
    holders.map(({ owner, role, share_bps, frozen }) => ({
      label: [{ text: `${words(role)}${frozen ? ', frozen' : ''} ` }, { id: owner, what: 'account' }],
      percent: (share_bps ?? 0) / 100,
      text: displayPercent(share_bps),
      shade: SHADES[role] ?? 'plain',
    })),
  );
}

/** Where the whole supply lies, or null where it was not read. */
function bucketBars(buckets: TokenMetrics['buckets'] | null, explain: Explain): Bars | null {
  const all = Object.entries(buckets ?? {}).filter(([, bps]) => bps > 0);
  if (!buckets || all.length === 0) return null;
  const rest = 10_000 - all.reduce((sum, [, bps]) => sum + bps, 0);
  const bar = (label: Cell, bps: number, shade: Shade) => ({
    label,
    percent: bps / 100,
    text: displayPercent(bps),
    shade,
  });
  const bars = all.map(([name, bps]) =>
    bar(
      [{ strong: words(name) }, { text: ` ${explain('TokenBuckets', `${name}_bps`) ?? ''}` }],
      bps,
      name === 'custody' || name === 'exchanges' ? 'plain' : 'locked',
    ),
  );
  return barsOf(
    'Where the supply lies',
    'In percent of the supply, as far as the largest accounts show.',
    rest > 0 ? [...bars, bar([{ strong: 'Everybody else' }], rest, 'held')] : bars,
    100,
  );
}
