import confusables from './confusables.json' with { type: 'json' };
import { withoutUnseen } from './untrusted-text.ts';

/**
 * What resembles a letter beside what Unicode calls confusable or names after it: letters of other scripts, turned letters, signs of
 * currencies. Chosen from what symbols of tokens are written with. Small letters that look as their capitals do are left out.
 */
const OTHERS: Readonly<Record<string, string>> = {
  A: '\u039b\u2c80\u15e9\u2200\ua4ef\u20b3',
  B: '\u03b2\u00df\u044c\u20bf\u0e3f',
  C: '\u03c2\u1455\u0186\ua4db\u20b5',
  D: '\u0500\ua4f7',
  E: '\u03b5\u039e\u03a3\u20ac\u0404\u2c88\u15f4\u156e\ua4f1\u2203\u0190\u018f',
  F: '\u0492\u2132\u20a3',
  G: '\u050d\u161c\u2141\u20b2',
  H: '\u043d',
  I: '|',
  J: '\u0575',
  K: '\u043a\u03ba',
  L: '\u053c\u00a3\u20a4\u2142\ua4f6',
  M: '\u043c',
  N: '\u0418\u043f\u144e\u014a\u20a6',
  P: '\u00de\u20b1\u20bd',
  Q: '\u051a\u146b',
  R: '\u042f\ua4e4',
  S: '\u1515',
  T: '\u0442\u03c4\ua4d5\u22a5\u20b8',
  U: '\u03bc\u0289',
  W: '\u0428\u03c9\u15ef',
  X: '\u03c7',
  Y: '\u2144',
  Z: '\u1614',
};

/** The capital letters and digits that a character looks like. `npm run confusables` writes those of Unicode. */
const lettersOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHERS).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter] as const)),
  ...Object.entries(confusables.letters).flatMap(([letters, codes]) =>
    codes.split(' ').map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), letters] as const),
  ),
]);

/** Characters that only some versions of Node know. Nothing may rest on what one of them says of such a character. */
const NEWER = new RegExp(`[${confusables.unassigned.replace(/[0-9a-f]+/g, '\\u{$&}').replaceAll(' ', '')}]`, 'u');

/** Written small behind a name, they would become letters of it. */
const TRADE_SIGNS = /[\u2120\u2122]/gu;
const MARK = /^\p{M}$/u;
const MARKS = /\p{M}/gu;
/** An S inside a word; before one it is no letter. */
const DOLLAR_INSIDE = /(?<=[\p{L}\p{N}])\$/gu;
const REST = /[^\p{L}\p{N}]/gu;

/** Digits that pass for letters, and the two letters that pass for each other: 0 for O, 1 and L for I, 5 for S, 8 for B. */
const FOLDED: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', L: 'I', 5: 'S', 8: 'B' };
const FOLDS = /[01L58]/g;

/**
 * The skeleton of a name or symbol: two texts that a reader may confuse have the same one. Compatibility forms (NFKD), invisible
 * characters, marks, characters that resemble Latin letters, letter case, and everything but letters and digits make no difference.
 * Compare it with other skeletons and never show it.
 */
export function skeletonOf(raw: string): string {
  // Replaces look-alikes first, because some decompose to a character that resembles another one.
  const bare = latinOf(raw).normalize('NFKD').replace(MARKS, '');
  // A capital may resemble a letter that its small form does not.
  return withLatinLetters(capitals(withLatinLetters(bare)).replace(DOLLAR_INSIDE, 'S'))
    .replace(REST, '')
    .replace(FOLDS, (one) => FOLDED[one] ?? one);
}

/** The text without invisible characters and those that only some Node knows, with a capital for each look-alike of a Latin letter. */
export function latinOf(raw: string): string {
  return withLatinLetters(withoutUnseen(raw).replace(TRADE_SIGNS, ''));
}

/** The text without characters that only some versions of Node know. */
export function withoutNewer(text: string): string {
  return ASCII.test(text) ? text : Array.from(text, (one) => (NEWER.test(one) ? '' : one)).join('');
}

const ASCII = /^[\0-\x7f]*$/;
/** ASCII without the bar, the only one of its characters that resembles another letter. */
const PLAIN = /^[\0-{}-\x7f]*$/;

function withLatinLetters(text: string): string {
  if (PLAIN.test(text)) return text;
  return Array.from(
    text,
    (one) => lettersOf.get(one) ?? lettersOf.get(capital(one)) ?? (NEWER.test(one) ? '' : one),
  ).join('');
}

function capitals(text: string): string {
  return ASCII.test(text) ? text.toUpperCase() : Array.from(text, capital).join('');
}

/** A newer version of Node may know a capital where an older one knows none. A mark is no letter, whatever its capital is. */
function capital(one: string): string {
  const upper = one.toUpperCase();
  return MARK.test(one) || NEWER.test(upper) ? one : upper;
}
