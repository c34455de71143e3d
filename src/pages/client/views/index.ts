import type { SignedAnswer } from '../answer.ts';
import { funderSections } from './funder.ts';
import type { Explain, Section } from './section.ts';
import { tokenNames, tokenSections } from './token.ts';
import { tradeSections } from './trade.ts';
import { walletSections } from './wallet.ts';

/** The sections of a card for an answer's figures; none for an answer without figures. */
export function sectionsOf(
  { kind, metrics, reason_codes, reasons }: SignedAnswer,
  explain: Explain,
): readonly Section[] {
  if (Object.keys(metrics).length === 0) return [];
  const all = {
    wallet: () => walletSections(metrics, reason_codes),
    token: () => tokenSections(metrics, explain),
    trade: () => tradeSections(metrics, explain, reasons.map(({ message }) => message).join(' ')),
    funder: () => funderSections(metrics),
  }[kind]();
  return all.filter((section) => section.type !== 'sentences' || section.sentences.length > 0);
}

/** The names that the subject gives itself, which prove nothing. */
export function ownNames({ kind, metrics }: SignedAnswer): readonly string[] {
  return kind === 'token' ? tokenNames(metrics) : [];
}

interface Labelled {
  readonly owner?: string;
  readonly source?: string;
  readonly label?: string | { readonly label: string } | null;
}

/** Names of addresses in an answer: the token's own name, and labels. Words of strangers and of the label table. */
export function namesIn(document: SignedAnswer): readonly (readonly [id: string, name: string])[] {
  const { subject, metrics } = document;
  const [name, symbol] = ownNames(document);
  const own = name === undefined ? [] : [[subject, symbol ? `${name} (${symbol})` : name] as const];
  const {
    holders = [],
    hop_2,
    hop_3,
    source,
    source_label,
  } = metrics as {
    holders?: readonly Labelled[] | null;
    hop_2?: Labelled | null;
    hop_3?: Labelled | null;
    source?: string;
    source_label?: Labelled['label'];
  };
  const labelled: readonly (Labelled | null | undefined)[] = [
    ...(holders ?? []),
    hop_2,
    hop_3,
    source ? { source, label: source_label ?? null } : null,
  ];
  const labels = labelled.flatMap((one) => {
    const [id, label] = [one?.owner ?? one?.source, one?.label];
    const text = typeof label === 'string' ? label : label?.label;
    return id && text ? [[id, text] as const] : [];
  });
  return [...labels, ...own];
}
