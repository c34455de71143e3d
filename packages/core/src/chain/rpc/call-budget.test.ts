import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from './call-budget.ts';

const WINDOW_MS = 1_000;

/** Who asks for calls, after so many milliseconds, and how far ahead of their time they may be made. */
const asksArbitrary = fc.array(
  fc.record({
    afterMs: fc.nat({ max: 1_500 }),
    wanted: fc.integer({ min: 1, max: 12 }),
    aheadMs: fc.constantFrom(0, 0, WINDOW_MS),
  }),
  { minLength: 1, maxLength: 60 },
);

/** Makes as many of the calls as there is room for; the times at which calls were made. */
function made(pace: Pace, asks: readonly { afterMs: number; wanted: number; aheadMs: number }[]): readonly number[] {
  const times: number[] = [];
  let now = 0;
  for (const { afterMs, wanted, aheadMs } of asks) {
    now += afterMs;
    const calls = Math.min(wanted, pace.room(now, aheadMs));
    pace.spend(calls, now);
    times.push(...new Array<number>(calls).fill(now));
  }
  return times;
}

const within = (times: readonly number[], since: number, ms: number): number =>
  times.filter((time) => time >= since && time < since + ms).length;

describe('a pace', () => {
  it('is kept within every window where nobody runs ahead of his time', () => {
    const property = fc.property(fc.integer({ min: 1, max: 9 }), asksArbitrary, (callsMax, asks) => {
      const times = made(
        new Pace(callsMax, WINDOW_MS),
        asks.map((ask) => ({ ...ask, aheadMs: 0 })),
      );
      for (const since of times) expect(within(times, since, WINDOW_MS)).toBeLessThanOrEqual(callsMax);
    });
    fc.assert(property);
  });

  it('is exceeded by one window in all, over any time, where some run a window ahead', () => {
    const property = fc.property(fc.integer({ min: 1, max: 9 }), asksArbitrary, (callsMax, asks) => {
      const times = made(new Pace(callsMax, WINDOW_MS), asks);
      for (const since of times) {
        for (const windows of [1, 2, 5, 20]) {
          expect(within(times, since, windows * WINDOW_MS)).toBeLessThanOrEqual(callsMax * (windows + 1));
        }
      }
    });
    fc.assert(property);
  });

  it('has room after the time that it names, and not before', () => {
    const property = fc.property(fc.integer({ min: 1, max: 9 }), asksArbitrary, (callsMax, asks) => {
      const pace = new Pace(callsMax, WINDOW_MS);
      made(pace, asks);
      const now = asks.reduce((sum, { afterMs }) => sum + afterMs, 0);
      const ms = pace.msUntilRoom(now);
      expect(pace.room(now) > 0).toBe(ms === 0);
      if (ms >= 1) expect(pace.room(now + ms - 1)).toBe(0);
      expect(pace.room(now + ms)).toBeGreaterThan(0);
    });
    fc.assert(property);
  });

  it('lets those wait who are in time while what ran ahead is paid back', () => {
    const pace = new Pace(4, WINDOW_MS);
    pace.spend(4, 0);
    expect([pace.room(0), pace.room(0, WINDOW_MS)]).toEqual([0, 4]);
    pace.spend(3, 0);
    expect([pace.room(0, WINDOW_MS), pace.room(999), pace.room(1_000), pace.room(2_000)]).toEqual([1, 0, 1, 4]);
  });
});
