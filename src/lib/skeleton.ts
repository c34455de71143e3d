import { withLatinLetters } from './confusables.ts';
import { withoutUnseen } from './untrusted-text.ts';

/** Written small behind a name, they would become letters of it. */
const TRADE_SIGNS = /[\u2120\u2122]/gu;
const MARKS = /\p{M}/gu;
/** An S inside a word; before one it is no letter. */
const DOLLAR_INSIDE = /(?<=[\p{L}\p{N}])\$/gu;
const REST = /[^\p{L}\p{N}]/gu;

/** Digits that pass for letters, and the two letters that pass for each other: 0 for O, 1 and L for I, 5 for S, 8 for B. */
const FOLDED: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', L: 'I', 5: 'S', 8: 'B' };
const FOLDS = /[01L58]/g;

/**
 * What a name or symbol looks like: two texts that a reader may take for each other have the same skeleton. Compatibility
 * forms (NFKC), unseen characters, marks, look-alikes of Latin letters, letter case, and everything but letters and digits
 * make no difference. Only for comparing with another skeleton, never for showing: it is no word.
 */
export function skeletonOf(raw: string): string {
  // Look-alikes go first: what some of them decompose to looks like something else.
  const plain = withLatinLetters(withoutUnseen(raw).replace(TRADE_SIGNS, '')).normalize('NFKC');
  const bare = plain.normalize('NFKD').replace(MARKS, '');
  return withLatinLetters(bare)
    .replace(DOLLAR_INSIDE, 'S')
    .toUpperCase()
    .replace(REST, '')
    .replace(FOLDS, (one) => FOLDED[one] ?? one);
}
