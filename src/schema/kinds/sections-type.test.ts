import * as declared from 'assay-core/rules/metric.ts';
import { describe, expect, it } from 'vitest';
import { dateTimeOf, shownAs } from './sections-type.ts';

const { integer, listOf, orNull, unixTime, wordOf } = declared;

describe('a moment', () => {
  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [1_754_903_021, '2025-08-11T09:03:41Z'],
    [253_402_300_799, '9999-12-31T23:59:59Z'],
    [Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59Z'],
    [-1, '1970-01-01T00:00:00Z'],
  ])('%i is %s', (seconds, text) => {
    expect(dateTimeOf(seconds)).toBe(text);
  });
});

describe('a value of an answer', () => {
  const word = wordOf('Word', 'Word.', { known: 'Known.' });

  it.each<[string, declared.Type, unknown, unknown]>([
    ['is shown as it is', integer, 7, 7],
    ['is null where it is absent', orNull(integer, 'it was not read'), undefined, null],
    ['is an empty list where it is absent', listOf(integer), undefined, []],
    ['is null where a list may be null', orNull(listOf(integer), 'it was not read'), null, null],
    ['is a moment', unixTime, 0, '1970-01-01T00:00:00Z'],
    ['is a list of moments', listOf(unixTime), [0, 1], ['1970-01-01T00:00:00Z', '1970-01-01T00:00:01Z']],
    ['is a word of the list', word, 'known', 'known'],
    ['is another word', word, 'toString', 'other'],
    ['is a list of words', listOf(word), ['known', 'new'], ['known', 'other']],
  ])('%s', (_, type, value, shown) => {
    expect(shownAs({ type })(value)).toEqual(shown);
  });
});
