import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { mixedScripts } from './mixed-scripts.ts';

const called = (name: string, symbol = 'X') => tokenEvidence({ metadata: known(metadata({ name, symbol })) });

it.each([
  ['Cyrillic', 'US\u0414C'],
  ['Deseret', 'U\u{10415}DC'],
  ['Old Italic', 'USD\u{10302}'],
  ['Miao', '\u{16f42}SDC'],
  ['Ethiopic', '\u1200SDC'],
  ['Greek, behind another word', 'Wrapped \u0392TC'],
  ['Cherokee among Japanese', 'ソラナ\u13a0A'],
  ['a mark of Malayalam', 'B\u0d02NK'],
])('says that a word mixes Latin with %s', (_, name) => {
  expect(foundBy(mixedScripts, called(name))).toEqual(['MIXED_SCRIPTS']);
  expect(foundBy(mixedScripts, called('Coin', name))).toEqual(['MIXED_SCRIPTS']);
});

it('looks at the second record too', () => {
  const evidence = tokenEvidence({ metadata: known(metadata({ alsoCalled: { name: 'S\u041eL', symbol: 'SOL' } })) });
  expect(foundBy(mixedScripts, evidence)).toEqual(['MIXED_SCRIPTS']);
});

it.each([
  ['Latin with marks and numbers', 'Čaŕdano 2.0 ½'],
  ['Japanese', 'BONKコイン犬ひら'],
  ['Chinese', 'SOL链ㄅ'],
  ['Korean', 'K팝coin金'],
  ['pictures and signs', '\u{1f680}BONK₿™'],
  ['two words, each of one script', 'Биткоин Bitcoin'],
  ['two words with a line between', 'Bitcoin/Биткоин'],
  ['one script', 'Биткоин'],
  ['letters of formulas and full width', '𝔹onk ＢＯＮＫ'],
  ['invisible characters', 'BO\u200b\u2060NK'],
  ['a letter that only a newer Node knows', 'BONK\u{16ea0}'],
])('says nothing of %s', (_, name) => {
  expect(foundBy(mixedScripts, called(name))).toBe('clear');
});

it('does not know where the name could not be read', () => {
  expect(foundBy(mixedScripts, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
