import type { SignedAnswer } from '../answer.ts';
import { grouped } from '../format.ts';
import { type ShownRow, shownRows, textPartsOf } from './evidence.ts';
import type { Cell, Section } from './section.ts';

/** Shorter texts, such as a count, may be equal by chance. */
const LETTERS_MIN = 4;

type Evidence = SignedAnswer['reasons'][number]['evidence'];

/** A reason as a card shows it; `severity` is null where an answer gives its code alone. */
interface ShownReason {
  readonly code: string;
  readonly severity: string | null;
  readonly message: Cell;
  readonly facts: readonly ShownRow[];
}

/**
 * The sections and the reasons of an answer without what stands elsewhere on the same card: a sentence whose values a reason has
 * already, and facts of reasons that a message or a section shows.
 */
export function shownOnce(
  document: SignedAnswer,
  all: readonly Section[],
): { readonly sections: readonly Section[]; readonly reasons: readonly ShownReason[] } {
  const { reasons, reason_codes, metrics, as_of } = document;
  const said = reasons.map(({ message }) => message).join(' ');
  const sections = all
    .map((section) =>
      section.type === 'sentences'
        ? { ...section, sentences: section.sentences.filter((one) => !isSaid(one, said)) }
        : section,
    )
    .filter((section) => section.type !== 'sentences' || section.sentences.length > 0);
  const shown = new Set([...sections.flatMap(valuesIn), ...(as_of ? [grouped(as_of.slot)] : []), document.subject]);
  const decimals = typeof metrics.decimals === 'number' ? metrics.decimals : null;
  const isNew = ({ name, parts }: ShownRow): boolean => {
    const values = parts.map((part) => ('id' in part ? part.id : 'code' in part ? part.code : part.text));
    // The venue before a pool is shown with the pool.
    const ids = parts.some((part) => 'id' in part) ? values.filter((_value, at) => 'id' in (parts[at] ?? {})) : values;
    // Sentences say "lost" for a minus, and name what they count.
    const isShown = (value: string): boolean =>
      shown.has(value) || shown.has(value.replace(/^−/, '')) || holds(said, value);
    const isRepeated = (value: string): boolean =>
      (value.length >= LETTERS_MIN && isShown(value)) || shown.has(`${value} ${name.toLowerCase()}`);
    return !ids.every(isRepeated);
  };
  return {
    sections,
    reasons:
      reasons.length === 0
        ? reason_codes.map((code) => ({ code, severity: null, message: '', facts: [] }))
        : reasons.map(({ code, severity, message, evidence }) => ({
            code,
            severity,
            message: textPartsOf(message),
            facts: shownRows(withoutRefusal(evidence, metrics, message), decimals).filter(isNew),
          })),
  };
}

/** The evidence of a reason without why a pool refuses and at which leg, where its message says that in the words of the pool. */
function withoutRefusal(evidence: Evidence, metrics: SignedAnswer['metrics'], message: string): Evidence {
  const { pools } = metrics as { pools?: readonly { readonly refused_detail?: string | null }[] | null };
  const isSaid = pools?.some(({ refused_detail: detail }) => detail && message.includes(detail));
  if (!isSaid) return evidence;
  return Object.fromEntries(Object.entries(evidence).filter(([name]) => name !== 'refused' && name !== 'leg'));
}

/** Whether all values of a sentence stand in a text. One without a value says something of its own. */
function isSaid(sentence: Cell, text: string): boolean {
  const values =
    typeof sentence === 'string' ? [] : sentence.flatMap((part) => ('strong' in part ? [part.strong] : []));
  return values.length > 0 && values.every((value) => value.length >= LETTERS_MIN && holds(text, value));
}

/** Whether a text has a value and not only a longer one that begins or ends like it. */
function holds(text: string, value: string): boolean {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // A card cuts decimals after the fourth; a message may write them out.
  const pattern = escaped.replace(/^(.*\\\.\d{4})( SOL)$/, '$1\\d*$2');
  return new RegExp(`(?<![\\d.,])${pattern}(?!\\d)`).test(text);
}

function valuesIn(section: Section): readonly string[] {
  switch (section.type) {
    case 'sentences':
      return section.sentences.flatMap(partsOf);
    case 'bars':
      return section.bars.flatMap(({ label, text }) => [
        ...partsOf(label),
        ...(text === 'none' ? ['0 SOL'] : text.split(', ')),
      ]);
    case 'table':
      return section.rows.flat().flatMap(partsOf);
    case 'path':
      return [
        ...section.stops.flatMap(({ id, label }) => [id ?? '', label ?? '', ...(label ?? '').split(/ \(|, | label\)/)]),
        ...section.legs.flatMap(partsOf),
      ];
    case 'plot':
      return section.table.rows.flat().flatMap(partsOf);
  }
}

function partsOf(cell: Cell): readonly string[] {
  if (typeof cell === 'string') return [cell, ...cell.split(', ')];
  return cell.flatMap((part) => {
    if ('id' in part) return [part.id];
    if ('code' in part) return [part.code];
    return 'strong' in part ? [part.strong] : [part.text, ...part.text.split(', ')];
  });
}
