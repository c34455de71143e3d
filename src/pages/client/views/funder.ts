import type { FunderMetrics, HopMetrics } from 'assay-core/rules/funder/metrics.ts';
import { displayMoment, displayPercent, displaySol, duration, grouped, words } from '../format.ts';
import { type Cell, type Maybe, type PathSection, type Section, say, sentences, transaction } from './section.ts';

type Figures = Partial<FunderMetrics>;

/** The origin of the first money, as a path that ends at the subject, and the figures behind it in sentences. */
export function funderSections(metrics: Figures): readonly Section[] {
  const path = fundingPath(metrics);
  const known = sentences('What else is known', [...moneySentences(metrics), ...historySentences(metrics)]);
  return [...(path ? [path] : []), known];
}

function fundingPath(metrics: Figures): PathSection | null {
  const { source, hop_2: second, hop_3: third } = metrics;
  if (!source) return null;
  const hops = [third, second].filter((hop) => hop !== null && hop !== undefined);
  const stops = [
    ...hops.map((hop, at) => ({ name: `Source ${hops.length - at + 1}`, id: hop.source, label: labelText(hop.label) })),
    { name: hops.length > 0 ? 'Source 1' : 'Source', id: source, label: labelText(metrics.source_label ?? null) },
    { name: 'The address asked about', id: null, label: null },
  ];
  const legs = [...hops.map((hop) => leg(hop.lamports, hop.time_unix, hop.transaction)), lastLeg(metrics)];
  return { type: 'path', title: 'Funding path', stops, legs };
}

function lastLeg(metrics: Figures): Cell {
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

/** Short words of categories, for people. */
const CATEGORIES: Readonly<Record<string, string>> = { cex: 'exchange', dex: 'decentralised exchange' };

function labelText(label: HopMetrics['label'] | null): string | null {
  if (!label) return null;
  return `${label.label} (${CATEGORIES[label.category] ?? words(label.category).toLowerCase()}, ${label.grade} label)`;
}

function moneySentences(metrics: Figures): readonly Maybe[] {
  const { funded_lamports: funded, main_source_lamports: main, main_source_share_bps: share, credits } = metrics;
  const { fresh_recipients: fresh, siblings, first_trade_seconds_after_funding: wait } = metrics;
  const times = credits === 1 ? 'one credit' : `${grouped(credits ?? 0)} credits`;
  return [
    funded && funded !== main
      ? say`${displaySol(funded)} came in ${times} before the first transaction that it paid for, dust left out; ${displayPercent(share)} of that from this source.`
      : null,
    funded && funded === main
      ? say`All that came before the first transaction that it paid for, dust left out, was from this source, in ${times}.`
      : null,
    typeof fresh === 'number' &&
      fresh > 1 &&
      say`The funding transaction credited ${grouped(fresh)} new accounts, this one included.`,
    typeof siblings === 'number' &&
      (siblings > 1
        ? say`The source gave a like amount to at least ${grouped(siblings)} new accounts within ten minutes, this one included.`
        : say`No other new account was seen that the source gave a like amount within ten minutes.`),
    typeof wait === 'number' && say`It traded first ${duration(wait)} after the money came.`,
  ];
}

/** How an address can first be named, in words. */
const TOUCHES: Readonly<Record<string, string>> = {
  lamports: 'by lamports that it got',
  tokens: 'by tokens that it got',
  token_account: 'by a token account that was opened for it',
  signed: 'by a transaction that it signed',
  mention: 'by a transaction that names it',
};

function historySentences(metrics: Figures): readonly Maybe[] {
  const { first_touch: touch, funding_transaction: funding, has_paid_fees: paid, signatures_seen: seen } = metrics;
  const isRead = typeof seen === 'number';
  return [
    touch && touch.transaction !== funding
      ? say`It was first named ${TOUCHES[touch.what] ?? `by ${touch.what}`}: ${displayMoment(touch.time_unix)}, ${transaction(touch.transaction)}.`
      : null,
    isRead && say`Its history has ${seen === 1 ? 'one transaction' : `${grouped(seen)} transactions`}.`,
    isRead &&
      (metrics.birth_proven
        ? 'It is proven that the oldest transaction that was read is its first.'
        : 'It is not proven that the oldest transaction that was read is its first.'),
    typeof paid === 'boolean' && (paid ? 'It has paid for transactions.' : 'It has never paid for a transaction.'),
  ];
}
