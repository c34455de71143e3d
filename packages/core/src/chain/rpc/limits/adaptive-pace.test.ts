import { describe, expect, it } from 'vitest';
import { AdaptivePace } from './adaptive-pace.ts';

const silent = { retryAfterMs: null, rate: null };

/** An endpoint that refuses an array whole when more than `most` calls arrive within a time, and counts no refused ones. */
function endpointOf(most: () => number, withinMs = 1_000) {
  let accepted: { at: number; calls: number }[] = [];
  return (calls: number, at: number): boolean => {
    accepted = accepted.filter((one) => one.at > at - withinMs);
    const used = accepted.reduce((sum, one) => sum + one.calls, 0);
    if (used + calls > most()) return false;
    accepted.push({ at, calls });
    return true;
  };
}

/** Sends calls without end, in arrays of up to 100, from `from` on for so many milliseconds; counts what came of them. */
function pound(pace: AdaptivePace, take: (calls: number, at: number) => boolean, from: number, ms: number) {
  const came = { accepted: 0, refusals: 0, longestPauseMs: 0 };
  let last = from;
  for (let time = from; time < from + ms; time += 5) {
    const calls = Math.min(100, pace.room(time));
    if (calls < 1) continue;
    const left = pace.spend(calls, time);
    came.longestPauseMs = Math.max(came.longestPauseMs, time - last);
    last = time;
    if (take(calls, time)) {
      came.accepted += calls;
      pace.accepted(left, time + 1);
    } else {
      came.refusals += 1;
      pace.refusedAs(left, calls, silent, time + 1);
    }
  }
  return came;
}

describe('the pace of calls to an endpoint', () => {
  it('has no bound before a refusal', () => {
    const pace = new AdaptivePace();
    pace.accepted(pace.spend(500, 0), 1);
    expect([pace.room(1), pace.perSecond, pace.isBoundedAt(1)]).toEqual([Number.POSITIVE_INFINITY, null, false]);
  });

  it.each([1, 5, 7, 10, 25, 37, 50, 120, 250])(
    'finds a limit of %i a second, uses most of it and is refused rarely',
    (limit) => {
      const pace = new AdaptivePace();
      const take = endpointOf(() => limit);
      const first = pound(pace, take, 0, 10_000);
      expect(first.accepted).toBeGreaterThanOrEqual(limit * 10 * 0.55);
      expect(first.longestPauseMs).toBeLessThanOrEqual(2_000);
      const later = pound(pace, take, 10_000, 60_000);
      expect(later.accepted).toBeGreaterThanOrEqual(limit * 60 * 0.8);
      expect(later.refusals).toBeLessThanOrEqual(20);
    },
  );

  it('follows a limit that falls while it runs, and one that rises', () => {
    let limit = 100;
    const pace = new AdaptivePace();
    const take = endpointOf(() => limit);
    pound(pace, take, 0, 20_000);
    limit = 10;
    pound(pace, take, 20_000, 10_000);
    expect(pound(pace, take, 30_000, 10_000).accepted).toBeGreaterThanOrEqual(70);
    limit = 100;
    pound(pace, take, 40_000, 40_000);
    expect(pound(pace, take, 80_000, 10_000).accepted).toBeGreaterThanOrEqual(750);
  });

  it('comes back soon after it emptied a bucket of ten seconds', () => {
    const pace = new AdaptivePace();
    const take = endpointOf(() => 2_500, 10_000);
    pound(pace, take, 0, 10_000);
    expect(pound(pace, take, 10_000, 10_000).accepted).toBeGreaterThanOrEqual(500);
  });

  it('keeps to a rate that is named, and stays a little below it', () => {
    const pace = new AdaptivePace();
    pace.follow({ calls: 50, seconds: 1 }, 0);
    const { accepted, refusals } = pound(pace, () => true, 0, 23_000);
    expect(refusals).toBe(0);
    expect(accepted / 23).toBeGreaterThan(42);
    expect(accepted / 23).toBeLessThan(50);
  });

  it('keeps to a rate that is named after far more calls were accepted', () => {
    const pace = new AdaptivePace();
    pace.accepted(pace.spend(200, 0), 1);
    pace.refusedAs(pace.spend(50, 2), 50, { retryAfterMs: null, rate: { calls: 20, seconds: 1 } }, 3);
    pound(pace, () => true, 2_000, 10_000);
    expect(pace.callsMax).toBe(20);
  });

  it('keeps to a rate over ten seconds with all of its calls at once', () => {
    const pace = new AdaptivePace();
    pace.follow({ calls: 100, seconds: 10 }, 0);
    expect(pace.room(0)).toBe(100);
    pace.spend(100, 0);
    expect([pace.room(11_599), pace.room(11_601)]).toEqual([0, 100]);
  });

  it('learns the limit from an array of which only the first calls were accepted', () => {
    const pace = new AdaptivePace();
    pace.refusedAs(pace.spend(100, 0), 50, silent, 10);
    expect(pace.callsMax).toBe(50);
  });

  it('leaves more time where a named rate is refused, until five sixths of it are used', () => {
    const pace = new AdaptivePace();
    for (let time = 0; time < 60_000; time += 3_000) {
      pace.refusedAs(pace.spend(50, time), 50, { retryAfterMs: null, rate: { calls: 50, seconds: 1 } }, time + 1);
      pace.accepted(pace.spend(40, time + 1_500), time + 1_501);
      if (time < 12_000) expect(pace.callsMax).toBe(50);
    }
    expect(pace.perSecond).toBeLessThanOrEqual(42);
  });

  it('pauses for as long as it is asked to, at most a minute', () => {
    const pace = new AdaptivePace();
    pace.refusedAs(pace.spend(1, 0), 1, { retryAfterMs: 10_000, rate: null }, 0);
    expect([pace.room(9_999), pace.room(10_000)]).toEqual([0, 1]);
    pace.refusedAs(pace.spend(1, 20_000), 1, { retryAfterMs: 86_400_000, rate: null }, 20_000);
    expect(pace.pausedUntil).toBe(80_000);
  });

  it('takes refusals of calls that left before it slowed down for one', () => {
    const pace = new AdaptivePace();
    const left = Array.from({ length: 8 }, () => pace.spend(10, 0));
    for (const one of left) pace.refusedAs(one, 10, silent, 50);
    expect(pace.refusalsInRow).toBe(1);
    expect(pace.callsMax).toBeGreaterThanOrEqual(5);
  });

  it('tells how long calls wait behind others', () => {
    const pace = new AdaptivePace();
    pace.follow({ calls: 10, seconds: 1 }, 0);
    pace.spend(10, 0);
    expect([pace.msUntilRoom(0), pace.msUntilRoom(0, 11)]).toEqual([1_160, 2_320]);
  });

  it('is the same after it was kept', () => {
    const pace = new AdaptivePace();
    pace.follow({ calls: 100, seconds: 10 }, 0);
    const again = new AdaptivePace();
    const kept = pace.kept();
    if (kept) again.restore(kept);
    expect([again.callsMax, again.perSecond]).toEqual([pace.callsMax, pace.perSecond]);
  });
});
