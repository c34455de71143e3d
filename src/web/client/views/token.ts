import { decimal, displayDollars, displayPercent, duration, words } from '../format.ts';
import { account, type Bar, type Bars, type Cell, type Figure, type Section, type Table } from './section.ts';

/** Whose tokens come to no market by one person's will, whose do, and the rest. */
const SHADES: Readonly<Record<string, Bar['shade']>> = {
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

/** What a token calls itself, name and symbol: words of a stranger. */
export function tokenNames({ name, symbol }: Partial<TokenFigures>): readonly string[] {
  return [name, symbol].filter((text): text is string => Boolean(text)).map(cutName);
}

/** Who holds a token, who has power over it, where it can be sold. */
export function tokenSections(metrics: Partial<TokenFigures>): readonly Section[] {
  return [
    holderBars(metrics.holders ?? []),
    bucketBars(metrics.buckets ?? null),
    { type: 'figures', title: 'Key figures', figures: [...supplyFigures(metrics), ...exitFigures(metrics)] } as const,
    authorityTable(metrics.authorities ?? null),
    poolTable(metrics.pools ?? []),
    clusterTable(metrics.funder_clusters ?? []),
    qualityBars(metrics.data_quality ?? {}),
  ].filter((section) => section !== null);
}

function supplyFigures(metrics: Partial<TokenFigures>): readonly Figure[] {
  const amount = (atomic: string | null | undefined): string =>
    atomic ? decimal(atomic, metrics.decimals ?? 0, 0) : 'not known';
  const extensions = metrics.extensions ?? [];
  return [
    { name: 'Supply', value: amount(metrics.supply) },
    { name: 'Circulating', value: amount(metrics.circulating_supply) },
    { name: 'Largest holder', value: displayPercent(metrics.top1_bps), note: 'of what circulates' },
    { name: 'Ten largest', value: displayPercent(metrics.top10_bps), note: 'of what circulates' },
    { name: 'Can mint more', value: holderOf(metrics.mint_authority, metrics) },
    { name: 'Can freeze', value: holderOf(metrics.freeze_authority, metrics) },
    { name: 'Program', value: programOf(metrics) },
    ...(extensions.length > 0 ? [{ name: 'Extensions', value: extensions.map(words).join(', ') }] : []),
  ];
}

/** Who has a power. That nobody has it is known only where the mint was read, and so its program. */
function holderOf(authority: string | null | undefined, { is_token_2022 }: Partial<TokenFigures>): Cell {
  if (authority) return account(authority);
  return typeof is_token_2022 === 'boolean' ? 'nobody' : 'not known';
}

function programOf({ is_token_2022 }: Partial<TokenFigures>): string {
  if (typeof is_token_2022 !== 'boolean') return 'not known';
  return is_token_2022 ? 'Token-2022' : 'Token';
}

function exitFigures(metrics: Partial<TokenFigures>): readonly Figure[] {
  const { age_exact: exact, sale_size_sol: size } = metrics;
  const figures = [
    { name: 'Deepest pool', value: metrics.depth_usd ? displayDollars(metrics.depth_usd) : 'not known' },
    { name: `Sale of ${size ?? '?'} SOL costs`, value: displayPercent(metrics.sale_cost_bps) },
    { name: 'Trial sales', value: metrics.trial_sale ?? 'no result' },
    { name: 'Age', value: `${exact === false ? 'at least ' : ''}${duration(metrics.age_seconds)}` },
    { name: 'Creator holds', value: displayPercent(metrics.creator_share_bps) },
    { name: 'Launch buyers hold', value: displayPercent(metrics.launch_held_bps) },
  ].filter(({ value }) => !value.includes('not known'));
  return metrics.creator ? [...figures, { name: 'Creator', value: account(metrics.creator) }] : figures;
}

function authorityTable(authorities: TokenFigures['authorities']): Table | null {
  if (authorities === null) return null;
  return {
    type: 'table',
    title: 'Who has power over it',
    head: ['Address', 'May', 'Is'],
    rows:
      authorities.length === 0
        ? [['nobody', 'change the mint', '']]
        : authorities.map(({ address, roles, kind }) => [account(address), roles.map(words).join(', '), words(kind)]),
  };
}

function poolTable(pools: NonNullable<TokenFigures['pools']>): Table | null {
  if (pools.length === 0) return null;
  return {
    type: 'table',
    title: 'Pools',
    head: ['Venue', 'Pool', 'Depth', 'Liquidity'],
    rows: pools.map(({ venue, address, depth_usd, refused, liquidity_parts }) => [
      venue,
      account(address),
      depth_usd === null ? '' : displayDollars(depth_usd),
      refused === null
        ? (liquidity_parts ?? []).map(({ how, bps }) => `${displayPercent(bps)} ${how}`).join(', ')
        : words(refused),
    ]),
    numeric: [2],
  };
}

function clusterTable(clusters: NonNullable<TokenFigures['funder_clusters']>): Table | null {
  if (clusters.length === 0) return null;
  return {
    type: 'table',
    title: 'Holders with one source of money',
    head: ['Source', 'Wallets', 'Hold'],
    rows: clusters.map(({ funder, wallets, share_bps }) => [
      account(funder),
      String(wallets.length),
      displayPercent(share_bps),
    ]),
    numeric: [1, 2],
  };
}

function qualityBars(quality: TokenFigures['data_quality']): Bars | null {
  const all = Object.entries(quality);
  if (all.length === 0) return null;
  return {
    type: 'bars',
    title: 'How well each part was read',
    note: 'In percent. It is no probability.',
    bars: all.map(([name, value]) => ({ label: words(name), share: value / 100, text: `${value} %`, shade: 'plain' })),
  };
}

/** The largest holders with role and share, or null where none was read. */
function holderBars(holders: NonNullable<TokenFigures['holders']>): Bars | null {
  if (holders.length === 0) return null;
  const most = Math.max(1, ...holders.map(({ share_bps }) => share_bps ?? 0));
  return {
    type: 'bars',
    title: 'Largest holders',
    note: 'Share of the supply. Orange: wallets and programs that could sell. Green: pools, burned, locked.',
    bars: holders.map(({ owner, role, share_bps, frozen, label }) => ({
      label: [
        { text: `${words(role)}${label ? `, ${label}` : ''}${frozen ? ', frozen' : ''} ` },
        { id: owner, what: 'account' },
      ],
      share: (share_bps ?? 0) / most,
      text: displayPercent(share_bps),
      shade: SHADES[role] ?? 'plain',
    })),
  };
}

/** Where the whole supply lies, or null where it was not read. */
function bucketBars(buckets: TokenFigures['buckets']): Bars | null {
  const all = Object.entries(buckets ?? {}).filter(([, bps]) => bps > 0);
  if (!buckets || all.length === 0) return null;
  const rest = 10_000 - all.reduce((sum, [, bps]) => sum + bps, 0);
  const bars = all.map(([name, bps]): Bar => {
    const shade = name === 'custody' || name === 'exchanges' ? 'plain' : 'locked';
    return { label: words(name), share: bps / 10_000, text: displayPercent(bps), shade };
  });
  if (rest > 0) bars.push({ label: 'Everybody else', share: rest / 10_000, text: displayPercent(rest), shade: 'held' });
  return {
    type: 'bars',
    title: 'Where the supply lies',
    note: 'Among the largest accounts, of the whole supply.',
    bars,
  };
}

/** What of a token's metrics the page shows. Amounts are decimal strings in atomic units, shares basis points of the supply. */
export interface TokenFigures {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  readonly supply: string | null;
  readonly circulating_supply: string | null;
  readonly is_token_2022: boolean | null;
  readonly mint_authority: string | null;
  readonly freeze_authority: string | null;
  readonly authorities:
    | readonly { readonly address: string; readonly roles: readonly string[]; readonly kind: string }[]
    | null;
  readonly extensions: readonly string[] | null;
  readonly top1_bps: number | null;
  readonly top10_bps: number | null;
  readonly buckets: Readonly<Record<string, number>> | null;
  readonly holders:
    | readonly {
        readonly owner: string;
        readonly role: string;
        readonly share_bps: number | null;
        readonly frozen: boolean;
        readonly label: string | null;
      }[]
    | null;
  readonly depth_usd: string | null;
  readonly sale_size_sol: string | null;
  readonly sale_cost_bps: number | null;
  readonly trial_sale: string | null;
  readonly age_seconds: number | null;
  readonly age_exact: boolean | null;
  readonly creator: string | null;
  readonly creator_share_bps: number | null;
  readonly launch_held_bps: number | null;
  readonly pools:
    | readonly {
        readonly venue: string;
        readonly address: string;
        readonly depth_usd: string | null;
        readonly refused: string | null;
        readonly liquidity_parts: readonly { readonly how: string; readonly bps: number }[] | null;
      }[]
    | null;
  readonly funder_clusters:
    | readonly { readonly funder: string; readonly wallets: readonly string[]; readonly share_bps: number | null }[]
    | null;
  readonly data_quality: Readonly<Record<string, number>>;
}
