import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

interface Entry {
  usable: boolean;
}

function cacheOf(sizeMax = 10) {
  return new AnswerCache<string | number, Entry>({ sizeMax, isUsable: ({ usable }) => usable });
}

const entry = (): Entry => ({ usable: true });

describe('what is kept', () => {
  it('drops what was unused longest when the bound is reached', () => {
    const cache = cacheOf();
    const [a, b, c] = [entry(), entry(), entry()];
    cache.keep('a', a, 4);
    cache.keep('b', b, 4);
    expect(cache.find('a')).toBe(a);
    cache.keep('c', c, 4);
    expect(['a', 'b', 'c'].map((key) => cache.kept(key))).toEqual([a, null, c]);
  });

  it('is nothing heavier than the bound, and the lighter entry that it replaces is forgotten', () => {
    for (const bound of [10, 0]) {
      const cache = cacheOf(bound);
      cache.keep('a', entry(), 4);
      cache.keep('a', entry(), 11);
      expect([cache.kept('a'), cache.stats().bytes]).toEqual([null, 0]);
    }
  });

  it('never exceeds the bound, and is counted exactly', () => {
    const writes = fc.array(fc.record({ key: fc.nat(8), size: fc.integer({ min: 1, max: 40 }) }), { maxLength: 60 });
    fc.assert(
      fc.property(writes, (all) => {
        const cache = cacheOf(100);
        const sizes = new Map<number, number>();
        for (const { key, size } of all) {
          cache.keep(key, entry(), size);
          sizes.set(key, size);
          expect(cache.stats().bytes).toBeLessThanOrEqual(100);
        }
        const kept = [...sizes].filter(([key]) => cache.kept(key));
        expect(kept.reduce((sum, [, size]) => sum + size, 0)).toBe(cache.stats().bytes);
        expect(cache.stats().entries).toBe(kept.length);
      }),
    );
  });

  it('is dropped in the order of use up to the first entry that is usable', () => {
    const cache = cacheOf();
    const all = Array.from({ length: 4 }, entry);
    for (const [key, one] of all.entries()) cache.keep(key, one, 1);
    for (const key of [0, 1, 3]) if (all[key]) all[key].usable = false;
    cache.dropUnusable();
    expect([0, 1, 2, 3].map((key) => cache.kept(key) !== null)).toEqual([false, false, true, true]);
  });
});

describe('a question', () => {
  it('is a miss, joins what is under way, and hits what is kept', () => {
    const cache = cacheOf();
    const one = entry();
    expect(cache.find('a')).toBeNull();
    cache.begin('a', one);
    expect(cache.find('a')).toBe(one);
    expect(cache.find('a', false)).toBeNull();
    expect(cache.end('a', one)).toBe(true);
    cache.keep('a', one, 1);
    expect(cache.find('a')).toBe(one);
    one.usable = false;
    expect(cache.find('a')).toBeNull();
    expect(cache.stats()).toMatchObject({ hits: 1, joined: 1, misses: 3 });
  });

  it('is answered by what is under way where what is kept is not usable', () => {
    const cache = cacheOf();
    const [old, young] = [{ usable: false }, entry()];
    cache.keep('a', old, 1);
    cache.begin('a', young);
    expect([cache.find('a'), cache.kept('a')]).toEqual([young, old]);
  });

  it('that was begun anew, forgotten or cleared meanwhile is not to be kept', () => {
    const cache = cacheOf();
    const [first, second] = [entry(), entry()];
    cache.begin('a', first);
    cache.begin('a', second);
    expect([cache.end('a', first), cache.end('a', second), cache.end('a', second)]).toEqual([false, true, false]);
    cache.begin('b', first);
    cache.forget('b');
    cache.begin('c', first);
    cache.clear();
    expect([cache.end('b', first), cache.end('c', first)]).toEqual([false, false]);
  });
});
