import type { VerdictClass } from './classes.ts';

/** Select Graphic Rendition of ECMA-48. */
const codes: Readonly<Record<Style, string>> = {
  bold: '1',
  dim: '2',
  red: '31',
  green: '32',
  yellow: '33',
  magenta: '35',
  cyan: '36',
  alarm: '1;31',
};

export const coloured: Paint = (text, style) => `\u001b[${codes[style]}m${text}\u001b[0m`;

export const plain: Paint = (text) => text;

export const classStyles: Readonly<Record<VerdictClass, Style>> = {
  good: 'green',
  caution: 'yellow',
  bad: 'red',
  not_known: 'magenta',
};

/**
 * Characters that are invisible or change how the text around them is read: control and format characters, line and paragraph
 * separators, variation selectors and others that Unicode lets renderers ignore, private use, noncharacters, halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}

/** More marks on one letter only serve to write over the lines around. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** Letters that take two cells in a terminal: East Asian wide and full-width forms, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const MARK = /\p{M}/u;

function escaped(letter: string): string {
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * A text that is safe for a terminal, with at most `lettersMax` code points. Characters that control the terminal, change the reading
 * direction or are invisible (C0, C1, directions, zero width, tags, private use, lone surrogates) become `\u{…}`.
 */
export function printable(raw: string, lettersMax = 2_000): string {
  const letters = [...raw.slice(0, lettersMax * 2 + 2)];
  const shown = letters.slice(0, lettersMax).map((letter) => (withoutUnseen(letter) === '' ? escaped(letter) : letter));
  const cut = letters.length > lettersMax ? '...' : '';
  return `${shown.join('').replace(STACKED_MARKS, '$1')}${cut}`;
}

/** JSON in which everything that `printable` escapes is escaped as JSON does it: the same value, safe in a terminal. */
export function printableJson(json: string): string {
  return Array.from(json, (letter) => (withoutUnseen(letter) === '' ? jsonEscaped(letter) : letter)).join('');
}

/** Each UTF-16 unit by itself, as JSON wants it. */
function jsonEscaped(letter: string): string {
  const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** How many cells of a terminal a printable text takes. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const letter of text) cells += MARK.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1;
  return cells;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'alarm';

/** Puts a style around a text, or leaves it as it is. */
export type Paint = (text: string, style: Style) => string;

/** What is known of a stream and its surroundings. */
interface ColourFacts {
  readonly isTty: boolean;
  readonly noColor: string | undefined;
  readonly forceColor: string | undefined;
  readonly term: string | undefined;
}

/** Whether a stream gets colours. `FORCE_COLOR` goes before `NO_COLOR`, as in Node; 0 and false mean no. */
export function hasColours({ isTty, noColor, forceColor, term }: ColourFacts): boolean {
  if (forceColor !== undefined) return !['0', 'false'].includes(forceColor);
  return isTty && !noColor && term !== 'dumb';
}
