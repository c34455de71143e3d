import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCache } from './cache.ts';

describe('ByteCache', () => {
  it('drops what was unused longest when the bound is reached', () => {
    const cache = new ByteCache<string, number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3, 4);
    expect(cache.get('b')).toBeNull();
    expect(cache.get('a')).toBe(1);
    expect(cache.get('c')).toBe(3);
  });

  it('keeps nothing heavier than its bound, and forgets the lighter value that it replaces', () => {
    const cache = new ByteCache<string, number>(10);
    cache.set('a', 1, 4);
    cache.set('a', 2, 11);
    expect(cache.get('a')).toBeNull();
    expect(cache.bytes).toBe(0);
  });

  it('never holds more than its bound, and counts exactly what it holds', () => {
    const writes = fc.array(fc.record({ key: fc.nat(8), bytes: fc.nat(40) }), { maxLength: 60 });
    fc.assert(
      fc.property(writes, (all) => {
        const cache = new ByteCache<number, number>(100);
        const weights = new Map<number, number>();
        for (const { key, bytes } of all) {
          cache.set(key, bytes, bytes);
          weights.set(key, bytes);
          expect(cache.bytes).toBeLessThanOrEqual(100);
        }
        const held = [...weights.keys()].map((key) => cache.get(key) ?? 0);
        expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBe(cache.bytes);
      }),
    );
  });
});
