import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteCache } from './cache.ts';

describe('a cache of bytes', () => {
  it('drops what was unused longest when the bound is reached', () => {
    const cache = byteCache<string, number[]>(10);
    cache.set('a', [1], { size: 4 });
    cache.set('b', [2], { size: 4 });
    expect(cache.get('a')).toEqual([1]);
    cache.set('c', [3], { size: 4 });
    expect([...cache.keys()].sort()).toEqual(['a', 'c']);
  });

  it('keeps nothing heavier than its bound, and forgets the lighter value that it replaces', () => {
    for (const bound of [10, 0]) {
      const cache = byteCache<string, number[]>(bound);
      cache.set('a', [1], { size: 4 });
      cache.set('a', [2], { size: 11 });
      expect([cache.get('a'), cache.calculatedSize]).toEqual([undefined, 0]);
    }
  });

  it('never holds more than its bound, and counts exactly what it holds', () => {
    const writes = fc.array(fc.record({ key: fc.nat(8), size: fc.integer({ min: 1, max: 40 }) }), { maxLength: 60 });
    fc.assert(
      fc.property(writes, (all) => {
        const cache = byteCache<number, number[]>(100);
        for (const { key, size } of all) {
          cache.set(key, [size], { size });
          expect(cache.calculatedSize).toBeLessThanOrEqual(100);
        }
        const held = [...cache.values()].flat();
        expect(held.reduce((sum, size) => sum + size, 0)).toBe(cache.calculatedSize);
      }),
    );
  });
});
