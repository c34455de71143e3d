import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { openConcurrencyLimit, takePlaces } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  it('counts callers apart and says how many more may enter', () => {
    const concurrencyLimit = openConcurrencyLimit(2);
    expect([
      concurrencyLimit.enter('a'),
      concurrencyLimit.enter('a'),
      concurrencyLimit.enter('a'),
      concurrencyLimit.enter('b'),
    ]).toEqual([1, 0, null, 1]);
    concurrencyLimit.leave('a');
    expect(concurrencyLimit.enter('a')).toBe(0);
  });

  it('lets in as many as its limit, however many came and left before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(40), (max, visits) => {
        const concurrencyLimit = openConcurrencyLimit(max);
        for (let visit = 0; visit < visits; visit += 1) {
          concurrencyLimit.enter('a');
          concurrencyLimit.leave('a');
        }
        const left = Array.from({ length: max + 1 }, () => concurrencyLimit.enter('a'));
        expect(left).toEqual([...Array.from({ length: max }, (_, index) => max - index - 1), null]);
      }),
    );
  });

  it('lets in several together or not at all, and forgets them when they left', () => {
    const concurrencyLimit = openConcurrencyLimit(3);
    expect([concurrencyLimit.enter('a', 2), concurrencyLimit.enter('a', 2), concurrencyLimit.enter('a', 1)]).toEqual([
      1,
      null,
      0,
    ]);
    concurrencyLimit.leave('a', 2);
    expect(concurrencyLimit.enter('a', 2)).toBe(0);
    expect(concurrencyLimit.enter('b', 4)).toBeNull();
  });

  it('takes places of a caller by key, or by network, until they are given back, once', () => {
    const concurrencyLimit = openConcurrencyLimit(2);
    const leave = takePlaces(concurrencyLimit, { apiKey: null, address: '2001:db8:1:2::1' }, 2);
    const neighbour = { apiKey: null, address: '2001:db8:1:2::9' };
    expect(() => takePlaces(concurrencyLimit, neighbour, 1)).toThrow(Fault);
    takePlaces(concurrencyLimit, { ...neighbour, apiKey: 'key' }, 2);
    leave();
    leave();
    takePlaces(concurrencyLimit, neighbour, 2);
    expect(() => takePlaces(concurrencyLimit, neighbour, 1)).toThrow(Fault);
  });
});
