import { withoutNewer } from '#lib/text/skeleton.ts';
import { withoutUnseen } from '#lib/text/untrusted-text.ts';
import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

const BETWEEN_WORDS = /[\s\p{P}]+/u;
/** Signs, digits, pictures and marks belong to no script. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/gu;
const LATIN = /\p{Script=Latin}/u;

/** Latin alone, and what Japanese, Chinese and Korean write with it: "highly restrictive" in UTS 39. */
const WRITTEN_TOGETHER = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
];

/** Does a word of its name mix Latin letters with those of a script that is never written beside them? */
export const mixedScripts = tokenRule({
  id: 'mixed-scripts',
  needs: ['metadata'],
  flags: {
    MIXED_SCRIPTS:
      'A word of the name or symbol has letters of another script beside Latin ones, as words with look-alike letters do.',
  },
  judge({ metadata }) {
    const records = metadata.alsoCalled === null ? [metadata] : [metadata, metadata.alsoCalled];
    const words = records.flatMap(({ name, symbol }) => [name, symbol].flatMap(wordsOf));
    return words.some(isMixed) ? raised([], ['MIXED_SCRIPTS']) : clear;
  },
});

function wordsOf(text: string): readonly string[] {
  return withoutNewer(withoutUnseen(text)).split(BETWEEN_WORDS);
}

function isMixed(word: string): boolean {
  const letters = word.replace(SHARED, '');
  return LATIN.test(letters) && !WRITTEN_TOGETHER.some((together) => together.test(letters));
}
