import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { openTurnstile, takePlaces } from './turnstile.ts';

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

  it('lets in several together or not at all, and forgets them when they left', () => {
    const turnstile = openTurnstile(3);
    expect([turnstile.enter('a', 2), turnstile.enter('a', 2), turnstile.enter('a', 1)]).toEqual([1, null, 0]);
    turnstile.leave('a', 2);
    expect(turnstile.enter('a', 2)).toBe(0);
    expect(turnstile.enter('b', 4)).toBeNull();
  });

  it('takes places of a caller by key, or by network, until they are given back, once', () => {
    const turnstile = openTurnstile(2);
    const leave = takePlaces(turnstile, { apiKey: null, address: '2001:db8:1:2::1' }, 2);
    const neighbour = { apiKey: null, address: '2001:db8:1:2::9' };
    expect(() => takePlaces(turnstile, neighbour, 1)).toThrow(Fault);
    takePlaces(turnstile, { ...neighbour, apiKey: 'key' }, 2);
    leave();
    leave();
    takePlaces(turnstile, neighbour, 2);
    expect(() => takePlaces(turnstile, neighbour, 1)).toThrow(Fault);
  });
});
