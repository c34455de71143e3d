import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paragraph, table, wrapped } from '../../packages/assay/src/layout.ts';
import { cellsOf, coloured, hasColours, plain } from '../../packages/assay/src/terminal.ts';

describe('layout', () => {
  it('wraps between words and cuts those that are longer than a line', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapped('ab 12345678901234 c', 6)).toEqual(['ab', '123456', '789012', '34 c']);
    expect(wrapped('a b', Number.POSITIVE_INFINITY)).toEqual(['a b']);
    expect(wrapped('日本日本', 4)).toEqual(['日本', '日本']);
  });

  it('keeps to the width, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (text, width) => {
        expect(wrapped(text, width).filter((line) => cellsOf(line) > width)).toEqual([]);
      }),
    );
  });

  it('puts values beside names, or below them where there is no room', () => {
    const rows = [
      { name: 'Age', value: 'one day and another day' },
      { name: 'Creator', value: 'x' },
    ];
    expect(table({ width: 60, paint: plain }, rows, 2)).toEqual(['  Age      one day and another day', '  Creator  x']);
    expect(table({ width: 20, paint: plain }, rows)).toEqual([
      'Age',
      '  one day and',
      '  another day',
      'Creator',
      '  x',
    ]);
  });

  it('paints after wrapping, each line by itself', () => {
    expect(paragraph({ width: 12, paint: coloured }, 'eleven cells more', 0, 'red')).toEqual([
      '\u001b[31meleven cells\u001b[0m',
      '\u001b[31mmore\u001b[0m',
    ]);
  });
});

describe('colours', () => {
  const facts = { isTty: true, noColor: undefined, forceColor: undefined, term: 'xterm' };

  it('are for terminals, unless somebody says otherwise', () => {
    expect(hasColours(facts)).toBe(true);
    expect(hasColours({ ...facts, isTty: false })).toBe(false);
    expect(hasColours({ ...facts, noColor: '1' })).toBe(false);
    expect(hasColours({ ...facts, noColor: '' })).toBe(true);
    expect(hasColours({ ...facts, term: 'dumb' })).toBe(false);
    expect(hasColours({ ...facts, isTty: false, forceColor: '1' })).toBe(true);
    expect(hasColours({ ...facts, forceColor: '0' })).toBe(false);
    expect(hasColours({ ...facts, noColor: '1', forceColor: '1' })).toBe(true);
  });
});
