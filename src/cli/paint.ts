import type { VerdictClass } from './classes.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'alarm';

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

/** Puts a style around a text, or leaves it as it is. */
export type Paint = (text: string, style: Style) => string;

export const coloured: Paint = (text, style) => `\u001b[${codes[style]}m${text}\u001b[0m`;
export const plain: Paint = (text) => text;

export const classStyles: Readonly<Record<VerdictClass, Style>> = {
  good: 'green',
  caution: 'yellow',
  bad: 'red',
  not_known: 'magenta',
};

/** What is known of a stream and its surroundings. */
export interface ColourFacts {
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
