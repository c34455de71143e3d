import type { Paint, Style } from './terminal.ts';
import { cellsOf, printable } from './terminal.ts';

/** Where lines go: how many cells a line may take (infinite for a file), and how styles are put. */
export interface TextLayout {
  readonly width: number;
  readonly paint: Paint;
}

/** A name and its value as lines. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly style?: Style;
}

const NAME_CELLS_MAX = 22;
/** Below this there is no room for names beside values. */
const BESIDE_WIDTH_MIN = 56;

/** A text as lines of at most `width` cells, everything in it printable; long words are cut. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text)
    .split(/\s+/u)
    .filter((part) => part !== '')
    .flatMap((part) => cut(part, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (cellsOf(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line].filter((one) => one !== '');
}

function cut(word: string, width: number): readonly string[] {
  if (cellsOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && cellsOf(part + letter) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

/** A paragraph, every line indented and in one style. */
export function paragraph(page: TextLayout, text: string, indent = 0, style?: Style): readonly string[] {
  const lines = wrapped(text, Math.max(10, page.width - indent));
  return lines.map((line) => `${' '.repeat(indent)}${style ? page.paint(line, style) : line}`);
}

/** Names with their values beside them, or below them where the page is narrow. */
export function table(page: TextLayout, rows: readonly NamedValue[], indent = 0): readonly string[] {
  const column = Math.min(NAME_CELLS_MAX, Math.max(...rows.map(({ name }) => cellsOf(printable(name))))) + 2;
  const isBeside = page.width >= BESIDE_WIDTH_MIN;
  return rows.flatMap(({ name, value, style }) => {
    const heads = wrapped(name, page.width - indent);
    if (!isBeside) {
      const head = heads.map((line) => `${' '.repeat(indent)}${page.paint(line, 'dim')}`);
      return [...head, ...paragraph(page, value, indent + 2, style)];
    }
    const head = heads.join(' ');
    const [first = '', ...rest] = paragraph(page, value, indent + column, style);
    const gap = ' '.repeat(Math.max(2, column - cellsOf(head)));
    return [`${' '.repeat(indent)}${page.paint(head, 'dim')}${gap}${first.trimStart()}`, ...rest];
  });
}
