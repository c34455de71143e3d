import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText } from './untrusted-text.ts';

/** Units of UTF-16 in any order, halves of pairs among them, and texts of what attacks are made of. */
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\u202e',
      '\u200d',
      '\u0301',
      '\u{e0041}',
      '\ud83d',
      '\ude00',
      '\u1100',
      '\u1161',
    ),
    maxLength: 60,
  }),
);

describe('a text of unknown origin', () => {
  it.each([
    ['control characters', 'U\u0000S\u001bD\u007fC\u009b', 'USDC'],
    ['line breaks', 'US\r\nD\u2028C\u2029', 'USDC'],
    ['directions and isolates', '\u202eCDSU\u202c \u2066a\u2069\u200e\u200f\u061c\u2067\u2068', 'CDSU a'],
    ['characters without width', 'U\u200bS\u200cD\u200dC\u2060\ufeff', 'USDC'],
    ['tags', 'USDC\u{e0001}\u{e0049}\u{e007f}', 'USDC'],
    ['variation selectors', 'a\ufe0fb\ufe00c\u{e0100}d', 'abcd'],
    ['halves of surrogate pairs', 'a\ud83db\ude00c', 'abc'],
    ['private use and noncharacters', 'a\ue000b\uffffc\ufdd0d\u{10fffe}e\u{f0000}', 'abcde'],
    ['soft hyphens and fillers', 'US\u00adD\u3164C\u115f', 'USDC'],
  ])('is shown without %s', (_, raw, shown) => {
    expect(shownText(raw, 100)).toBe(shown);
  });

  it('keeps what is read: letters of any script, signs and pictures', () => {
    expect(shownText('Bürgergeld 日本語 مرحبا ₿ 😀!', 100)).toBe('Bürgergeld 日本語 مرحبا ₿ 😀!');
  });

  it('is composed, with single blanks and none around', () => {
    expect(shownText('  Cafe\u0301 \u00a0\u3000 \u2800 au   lait ', 100)).toBe('Café au lait');
  });

  it('has at most three marks on a letter', () => {
    expect(shownText(`x${'\u0323'.repeat(50)}y`, 100)).toBe(`x${'\u0323'.repeat(3)}y`);
  });

  it('is cut between code points, without a blank at the end', () => {
    expect(shownText('😀😀😀', 2)).toBe('😀😀');
    expect(shownText('ab cd', 3)).toBe('ab');
    expect(shownText('abc', 0)).toBe('');
  });

  it('is never longer than asked, stays as it is when shown again, and holds nothing unseen', () => {
    fc.assert(
      fc.property(anything, fc.nat(40), (raw, most) => {
        const shown = shownText(raw, most);
        expect([...shown].length).toBeLessThanOrEqual(most);
        expect(shownText(shown, most)).toBe(shown);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{M}{4}|\s\s|^\s|\s$/u);
      }),
      { numRuns: 1_000 },
    );
  });
});
