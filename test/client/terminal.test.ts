import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, printable, printableJson } from '../../packages/assay/src/terminal.ts';

const STEERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

describe('printable', () => {
  it('shows what steers a terminal instead of doing it', () => {
    expect(printable('\u001b[2J\u0007x')).toBe('\\u{1b}[2J\\u{7}x');
    expect(printable('a\u009bm')).toBe('a\\u{9b}m');
    expect(printable('safe\u202eksir')).toBe('safe\\u{202e}ksir');
    expect(printable('U\u200bSDC\r\nLOW_RISK')).toBe('U\\u{200b}SDC\\u{d}\\u{a}LOW_RISK');
    expect(printable('Grüße 日本 😀')).toBe('Grüße 日本 😀');
  });

  it('lets nothing through that steers, whatever the text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\u001b', '\u202e', '\ud800', 'a') }),
    );
    fc.assert(
      fc.property(texts, (text) => !STEERS.test(printable(text))),
      { numRuns: 500 },
    );
  });

  it('cuts long texts and towers of marks', () => {
    expect(printable('x'.repeat(30), 10)).toBe(`${'x'.repeat(10)}...`);
    expect(printable(`o${'\u0301'.repeat(20)}k`)).toBe('o\u0301\u0301\u0301k');
  });

  it('keeps the value of JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = printableJson(JSON.stringify({ text }));
        expect(STEERS.test(json)).toBe(false);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});

describe('cells', () => {
  it('are two of a wide letter and none of a mark', () => {
    expect([cellsOf('abc'), cellsOf('日本'), cellsOf('😀'), cellsOf('e\u0301')]).toEqual([3, 4, 2, 1]);
  });
});
