import { refusals, venueNames } from 'assay-core/rules/venue-words.ts';
import type { EvidenceValue } from '../answer.ts';
import { isAddress, isSignature } from '../base58.ts';
import {
  decimal,
  displayMoment,
  displayMoney,
  displayPercent,
  displaySol,
  duration,
  grouped,
  words,
} from '../format.ts';

/** A part of a text: plain, something on chain that an explorer has a page for, or a code that the service explains. */
export type TextPart =
  | { readonly text: string }
  | { readonly id: string; readonly what: 'account' | 'tx' }
  | { readonly code: string };

/** A fact that a reason rests on. */
export interface ShownRow {
  readonly name: string;
  readonly parts: readonly TextPart[];
}

/** Splits a text into addresses, signatures and the text between them. */
export function textPartsOf(text: string): readonly TextPart[] {
  return text
    .split(/([1-9A-HJ-NP-Za-km-z]{32,88})/)
    .filter(Boolean)
    .map((part) => {
      if (isAddress(part)) return { id: part, what: 'account' };
      return isSignature(part) ? { id: part, what: 'tx' } : { text: withVenues(part) };
    });
}

const VENUES = new RegExp(`\\b(?:${Object.keys(venueNames).join('|')})\\b`, 'g');

/** Venues by the names that people use. */
function withVenues(text: string): string {
  const names: Readonly<Record<string, string>> = venueNames;
  return text.replace(VENUES, (venue) => names[venue] ?? venue);
}

/**
 * The facts of a reason in its order. A figure and the bound that it missed make one row, named by the half of the time; zero amounts
 * without a counterpart are left out. `decimals` are those of the mint; without them an amount of tokens is in atomic units.
 */
export function shownRows(
  evidence: Readonly<Record<string, EvidenceValue>>,
  decimals: number | null = null,
): readonly ShownRow[] {
  const { figure, bound, direction, unit, ...rest } = evidence;
  const measured = bound !== undefined && direction !== undefined && unit !== undefined;
  if (!measured) return Object.entries(evidence).flatMap(([name, value]) => shownRow(name, value, decimals));
  const half = Object.keys(rest).find((name) => /_half_(lamports|\w+_millionths)$/.test(name) && rest[name] === figure);
  const others = Object.entries(rest).filter(
    ([name, value]) => name !== half && !(/_(lamports|millionths)$/.test(name) && value === '0'),
  );
  const text = testText(figure ?? null, bound, String(direction), String(unit));
  return [
    { name: half === undefined ? 'Found' : words(half.replace(/_(lamports|\w+_millionths)$/, '')), parts: [{ text }] },
    ...others.flatMap(([name, value]) => shownRow(name, value, decimals)),
  ];
}

/** A figure with its bound, as in "−7.72 %; needed: at least 0.01 %". A profit needs one atomic unit, which is written out. */
export function testText(figure: EvidenceValue, bound: EvidenceValue, direction: string, unit: string): string {
  const found = figure === null ? 'no figure' : inUnit(figure, unit);
  const isMoney = unit === 'lamports' || unit.endsWith('_millionths');
  if (isMoney && direction === 'at_least' && String(bound) === '1') return `${found}; needed: above 0`;
  return `${found}; needed: ${direction === 'at_most' ? 'at most' : 'at least'} ${inUnit(bound, unit)}`;
}

function inUnit(value: EvidenceValue, unit: string): string {
  if (value === null) return 'nothing';
  if (unit === 'bps') return displayPercent(Number(value));
  if (unit === 'percent') return `${grouped(String(value))} %`;
  if (unit === 'seconds') return duration(Number(value));
  if (unit === 'lamports') return displaySol(String(value));
  if (unit === 'usd_millionths') return displayMoney(String(value), 'USD');
  if (unit === 'eur_millionths') return displayMoney(String(value), 'EUR');
  return grouped(String(value));
}

/** The format of a number by the ending of its name, and its label if the name has no other part. */
const ENDINGS: readonly (readonly [RegExp, string, (value: string) => string])[] = [
  [/_?lamports$/, 'Amount', displaySol],
  [/_?usd_millionths$/, 'Amount', (value) => displayMoney(value, 'USD')],
  [/_?eur_millionths$/, 'Amount', (value) => displayMoney(value, 'EUR')],
  [/_?bps$/, 'Share', (value) => displayPercent(Number(value))],
  [/_usd_micros$/, '', (value) => `$${decimal(value, 6, 2)}`],
  [/_?unix$/, 'Time', (value) => displayMoment(Number(value))],
  [/_?seconds$/, 'Time', (value) => duration(Number(value))],
];
const INTEGER = /^-?\d+$/;
/** Amounts of tokens come as strings; a number of that name is a count. */
const TOKENS = /(^|_)(tokens|supply|maximum)$/;

/** Facts whose names say too little without what they belong to. */
const NAMES: Readonly<Record<string, string>> = {
  active_bps: 'Taken of each transfer now',
  active_maximum: 'Taken of each at most',
  age_seconds: 'Age',
  bound_bps: 'Bound of the verdict',
  closed: 'Round trips',
  depth_lamports: 'SOL side of the deepest pool',
  holders_seen: 'Large holders looked at',
  label_category: 'What it is',
  label_date: 'Label collected',
  label_grade: 'Proof of the label',
  left_out: 'Best round trips left out',
  leg: 'Refused at',
  mints: 'Tokens',
  on_curve: 'Can have a private key',
  owned_by_system: 'Belongs to the System Program',
  owners: 'Holders',
  proof: 'Age proven by',
  refused: 'Why',
  signatures: 'Transactions',
  slot: 'At slot',
  supply_bps: 'Share of the supply',
  transfer_fees_lamports: 'Fees of the mint',
  venue_fees_lamports: 'Fees of venues and pools',
  what: 'What it is',
};

function shownRow(member: string, value: EvidenceValue, decimals: number | null): readonly ShownRow[] {
  if (value === null) return [];
  const name = NAMES[member] ?? words(member);
  if (typeof value === 'boolean') return [{ name, parts: [{ text: value ? 'yes' : 'no' }] }];
  const text = String(value);
  if (!INTEGER.test(text)) return [{ name, parts: textPartsOf(inWords(text)) }];
  const [ending, bare, say] = ENDINGS.find(([end]) => end.test(member)) ?? [];
  if (ending && say) {
    const shown = NAMES[member] ?? (words(member.replace(ending, '')) || bare || '');
    return [{ name: shown, parts: [{ text: say(text) }] }];
  }
  if (typeof value === 'string' && TOKENS.test(member)) return [{ name, parts: [{ text: tokens(text, decimals) }] }];
  // The address of the System Program is 32 times the digit 1.
  return [{ name, parts: isAddress(text) ? textPartsOf(text) : [{ text: grouped(text) }] }];
}

/** A value that is a word of the service: `token_account` is "token account", and a refusal its meaning. */
function inWords(text: string): string {
  const meanings: Readonly<Record<string, string>> = { ...refusals, cex: 'exchange' };
  return (
    meanings[text] ?? (/^[a-z]+(_[a-z]+)+$/.test(text) && !(text in venueNames) ? text.replaceAll('_', ' ') : text)
  );
}

function tokens(atomic: string, decimals: number | null): string {
  return decimals === null ? `${grouped(atomic)} atomic units` : decimal(atomic, decimals, 2);
}
