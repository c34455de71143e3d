import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTurnstile } from './turnstile.ts';

describe('a turnstile', () => {
  it('counts callers apart and says how many more may enter', () => {
    const turnstile = openTurnstile(2);
    expect([turnstile.enter('a'), turnstile.enter('a'), turnstile.enter('a'), turnstile.enter('b')]).toEqual([
      1,
      0,
      null,
      1,
    ]);
    turnstile.leave('a');
    expect(turnstile.enter('a')).toBe(0);
  });

  it('lets in as many as its limit, however many came and left before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(40), (max, visits) => {
        const turnstile = openTurnstile(max);
        for (let visit = 0; visit < visits; visit += 1) {
          turnstile.enter('a');
          turnstile.leave('a');
        }
        const left = Array.from({ length: max + 1 }, () => turnstile.enter('a'));
        expect(left).toEqual([...Array.from({ length: max }, (_, index) => max - index - 1), null]);
      }),
    );
  });
});
