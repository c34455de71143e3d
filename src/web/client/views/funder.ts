import { displayCount, displayMoment, displayPercent, displaySol, duration, grouped, words } from '../format.ts';
import { type Cell, type Figure, type PathSection, type Section, transaction } from './section.ts';

interface Label {
  readonly label: string;
  readonly category: string;
  readonly grade: string;
}

interface Hop {
  readonly source: string;
  readonly label: Label | null;
  readonly lamports: string;
  readonly transaction: string | null;
  readonly time_unix: number | null;
}

/** What of a funder's metrics the page shows. Lamports are decimal strings, shares basis points, times Unix seconds. */
export interface FunderFigures {
  readonly source: string | null;
  readonly source_label: Label | null;
  readonly source_program: string | null;
  readonly mechanism: string | null;
  readonly funded_lamports: string | null;
  readonly main_source_lamports: string | null;
  readonly main_source_share_bps: number | null;
  readonly credits: number | null;
  readonly funding_transaction: string | null;
  readonly funding_time_unix: number | null;
  readonly token_mint: string | null;
  readonly token_amount: string | null;
  readonly first_touch: {
    readonly transaction: string;
    readonly what: string;
    readonly time_unix: number | null;
  } | null;
  readonly first_trade_seconds_after_funding: number | null;
  readonly birth_proven: boolean;
  readonly signatures_seen: number | null;
  readonly siblings: number | null;
  readonly fresh_recipients: number | null;
  readonly has_paid_fees: boolean | null;
  readonly hop_2: Hop | null;
  readonly hop_3: Hop | null;
}

/** Where the first money came from, as a path that ends at the subject, and the figures behind it. */
export function funderSections(metrics: Partial<FunderFigures>, subject: string): readonly Section[] {
  const path = fundingPath(metrics, subject);
  const figures = [...moneyFigures(metrics), ...historyFigures(metrics)].filter(({ value }) => value !== 'not known');
  return [...(path ? [path] : []), { type: 'figures', title: 'Key figures', figures }];
}

function fundingPath(metrics: Partial<FunderFigures>, subject: string): PathSection | null {
  const { source, hop_2: second, hop_3: third } = metrics;
  if (!source) return null;
  const hops = [third, second].filter((hop) => hop !== null && hop !== undefined);
  const stops = [
    ...hops.map((hop, at) => ({ name: `Source ${hops.length - at + 1}`, id: hop.source, label: labelText(hop.label) })),
    { name: hops.length > 0 ? 'Source 1' : 'Source', id: source, label: labelText(metrics.source_label ?? null) },
    { name: 'Subject', id: subject, label: null },
  ];
  const legs = [...hops.map((hop) => leg(hop.lamports, hop.time_unix, hop.transaction)), lastLeg(metrics)];
  return { type: 'path', title: 'Funding path', stops, legs };
}

function lastLeg(metrics: Partial<FunderFigures>): Cell {
  const amount = metrics.main_source_lamports ?? null;
  return leg(amount, metrics.funding_time_unix ?? null, metrics.funding_transaction ?? null, metrics.mechanism ?? null);
}

function leg(lamports: string | null, time: number | null, signature: string | null, by: string | null = null): Cell {
  const what = [lamports === null ? 'tokens' : displaySol(lamports), by && `by ${words(by).toLowerCase()}`]
    .filter(Boolean)
    .join(' ');
  const when = time === null ? '' : `, ${displayMoment(time)}`;
  const cell = transaction(signature);
  return typeof cell === 'string' ? `${what}${when}` : [{ text: `${what}${when}, ` }, ...cell];
}

function labelText(label: Label | null): string | null {
  return label && `${label.label} (${words(label.category).toLowerCase()}, label ${label.grade})`;
}

function moneyFigures(metrics: Partial<FunderFigures>): readonly Figure[] {
  return [
    { name: 'First money', value: displaySol(metrics.funded_lamports) },
    { name: 'Share of the main source', value: displayPercent(metrics.main_source_share_bps) },
    { name: 'Credits counted', value: displayCount(metrics.credits) },
    { name: 'Accounts funded at once', value: displayCount(metrics.fresh_recipients) },
    { name: 'Funded alike in ten minutes', value: displayCount(metrics.siblings) },
    { name: 'First trade after', value: duration(metrics.first_trade_seconds_after_funding) },
  ];
}

function historyFigures(metrics: Partial<FunderFigures>): readonly Figure[] {
  const { first_touch: touch } = metrics;
  return [
    { name: 'Oldest history', value: metrics.birth_proven ? 'proven to be whole' : 'not proven' },
    {
      name: 'First named',
      value: touch ? displayMoment(touch.time_unix) : 'not known',
      ...(touch && { note: `by ${touch.what}` }),
    },
    { name: 'Has paid fees', value: yesNo(metrics.has_paid_fees) },
    {
      name: 'Signatures seen',
      value: typeof metrics.signatures_seen === 'number' ? grouped(metrics.signatures_seen) : 'not known',
    },
  ];
}

function yesNo(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return 'not known';
  return value ? 'yes' : 'no';
}
