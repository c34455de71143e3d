import { kinds } from 'assay-core/rules/index.ts';
import { addressOf } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlaceholder, parseCheckCall, validateCall } from './check-call.ts';

describe('parseCheckCall', () => {
  it.each([
    ['/check/funder/abc', 'abc'],
    ['/check/%66under/a%20b', 'a b'],
    ['/check/funder//abc', '/abc'],
    ['/check/funder/abc/', 'abc/'],
    ['/check/funder/a%2Fb', 'a/b'],
    ['/check/funder/%FF', '%FF'],
    ['/check/funder/%', '%'],
  ])('reads %s', (path, subject) => {
    expect(parseCheckCall(path, '')).toMatchObject({ kind: kinds.funder, subject });
  });

  it.each(['/', '/check', '/check/', '/check/funder', '/check/funder/', '/check/%FF/abc', '/check/funder/a/b', '/x'])(
    'leaves %s to others',
    (path) => {
      expect(parseCheckCall(path, '')).toBeNull();
    },
  );
});

describe('isPlaceholder', () => {
  it.each(['{address}', '{}', ':mint', '[mint]'])('%s is one', (text) => expect(isPlaceholder(text)).toBe(true));
  it.each(['', 'address', '{a', 'a}', ':', ':1', ' {a}', '{a}{b}', '[[a]]'])('%j is none', (text) =>
    expect(isPlaceholder(text)).toBe(false),
  );
});

describe('validateCall', () => {
  const call = (subject: string, query = '') => ({ kind: kinds.trade, subject, query: new URLSearchParams(query) });

  it('takes every 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(validateCall(call(addressOf(bytes)), false)).toEqual({});
      }),
    );
  });

  it('refuses every text that does not spell 32 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => validateCall(call(text), false)).toThrow('malformed');
      }),
    );
  });

  it('keeps a size as the text that was given', () => {
    expect(validateCall(call('{mint}', 'size_sol=0.100000000'), true)).toEqual({ size_sol: '0.100000000' });
  });
});
