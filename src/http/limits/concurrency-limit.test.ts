import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { acquirePermits, openConcurrencyLimit } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  it('counts callers apart and says how many more may enter', () => {
    const concurrencyLimit = openConcurrencyLimit(2);
    expect([
      concurrencyLimit.acquire('a'),
      concurrencyLimit.acquire('a'),
      concurrencyLimit.acquire('a'),
      concurrencyLimit.acquire('b'),
    ]).toEqual([1, 0, null, 1]);
    concurrencyLimit.release('a');
    expect(concurrencyLimit.acquire('a')).toBe(0);
  });

  it('lets in as many as its limit, however many came and left before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(40), (max, visits) => {
        const concurrencyLimit = openConcurrencyLimit(max);
        for (let visit = 0; visit < visits; visit += 1) {
          concurrencyLimit.acquire('a');
          concurrencyLimit.release('a');
        }
        const left = Array.from({ length: max + 1 }, () => concurrencyLimit.acquire('a'));
        expect(left).toEqual([...Array.from({ length: max }, (_, index) => max - index - 1), null]);
      }),
    );
  });

  it('lets in several together or not at all, and forgets them when they left', () => {
    const concurrencyLimit = openConcurrencyLimit(3);
    expect([
      concurrencyLimit.acquire('a', 2),
      concurrencyLimit.acquire('a', 2),
      concurrencyLimit.acquire('a', 1),
    ]).toEqual([1, null, 0]);
    concurrencyLimit.release('a', 2);
    expect(concurrencyLimit.acquire('a', 2)).toBe(0);
    expect(concurrencyLimit.acquire('b', 4)).toBeNull();
  });

  it('takes permits of a caller by key, or by network, until they are given back, once', () => {
    const concurrencyLimit = openConcurrencyLimit(2);
    const release = acquirePermits(concurrencyLimit, { apiKey: null, address: '2001:db8:1:2::1' }, 2);
    const neighbour = { apiKey: null, address: '2001:db8:1:2::9' };
    expect(() => acquirePermits(concurrencyLimit, neighbour, 1)).toThrow(Fault);
    acquirePermits(concurrencyLimit, { ...neighbour, apiKey: 'key' }, 2);
    release();
    release();
    acquirePermits(concurrencyLimit, neighbour, 2);
    expect(() => acquirePermits(concurrencyLimit, neighbour, 1)).toThrow(Fault);
  });
});
