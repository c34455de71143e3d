import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { key } from '../../../../test/support/token-evidence.ts';
import shipped from './listed-names.json' with { type: 'json' };
import { listedNames, resemblance } from './listed-names.ts';
import { formsOf } from './name-forms.ts';

const STRANGER = key(77);

/** So short a name is found as it is written only. */
const LETTERS_MIN = 4;

type Move = (text: string, seed: number) => string;

/** Replaces one of the letters of a table, if the text has any. */
const oneOf =
  (table: Readonly<Record<string, string>>): Move =>
  (text, seed) => {
    const at = [...text].flatMap((one, index) => (Object.hasOwn(table, one.toLowerCase()) ? [index] : []));
    const chosen = at[seed % Math.max(at.length, 1)];
    return [...text].map((one, index) => (index === chosen ? (table[one.toLowerCase()] ?? one) : one)).join('');
  };

const inside =
  (added: string): Move =>
  (text, seed) => {
    const letters = [...text];
    const at = 1 + (seed % Math.max(letters.length - 1, 1));
    return [...letters.slice(0, at), added, ...letters.slice(at)].join('');
  };

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length;

const onLetters: Readonly<Record<string, Move>> = {
  nothing: (text) => text,
  'a letter of another script': oneOf({ a: '\u0430', c: '\u0441', e: '\u0435', o: '\u043e', p: '\u0440', x: '\u0445' }),
  'a character without width': inside('\u200b'),
  'a mark': inside('\u0301'),
  'a digit for a letter': oneOf({ o: '0', i: '1', l: '1', e: '3', a: '4', s: '5', t: '7', b: '8' }),
  'a repeated letter': (text) => text.replace(/\p{L}(?=[^\p{L}]*$)/u, (last) => last.repeat(3)),
  'capital letters': (text) => text.toUpperCase(),
  blanks: (text) => [...text].join(' '),
  points: (text) => text.split(' ').join('.'),
};

const onWords: Readonly<Record<string, Move>> = {
  nothing: (text) => text,
  ...Object.fromEntries(
    ['official', 'new', 'real', 'wrapped', 'the'].map((word) => [word, (text: string) => `${word} ${text}`]),
  ),
  ...Object.fromEntries(
    ['v2', '2.0', 'coin', 'Token', 'on Solana', 'Airdrop', 'rewards', 'claim', '2026', '(Wormhole)'].map((word) => [
      `behind: ${word}`,
      (text: string) => `${text} ${word}`,
    ]),
  ),
  'a picture': (text) => `${text} \u{1f680}`,
};

it('no decoration hides the name of a listed token that is seen without it, nor makes it less of a copy', () => {
  const index = listedNames();
  const move = (moves: Readonly<Record<string, Move>>) => fc.constantFrom(...Object.keys(moves));
  fc.assert(
    fc.property(
      fc.constantFrom(...shipped.tokens),
      move(onLetters),
      move(onWords),
      fc.boolean(),
      fc.nat(50),
      ([, , name = ''], letters, words, isExchanged, seed) => {
        const { whole, plain: bare, loose } = formsOf(name);
        const isCommon = [...whole, ...bare, ...loose].some((form) => index.common.has(form));
        fc.pre(lettersOf(name) >= LETTERS_MIN && !isCommon);
        const seen = resemblance(index, STRANGER, { name, symbol: '' });
        fc.pre(seen !== null);
        const decorated = onWords[words]?.(onLetters[letters]?.(name, seed) ?? '', seed) ?? '';
        const record = isExchanged ? { name: '', symbol: decorated } : { name: decorated, symbol: '' };
        const found = resemblance(index, STRANGER, record);
        expect(found, `${name} as ${decorated}`).not.toBeNull();
        expect(found?.isCopy || !seen?.isCopy, `${name} as ${decorated}`).toBe(true);
      },
    ),
    { numRuns: cases(3_000) },
  );
});
