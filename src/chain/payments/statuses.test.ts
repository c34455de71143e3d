import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Wait } from '../rpc/call-wait.ts';
import { now } from '../rpc/rpc-limits.ts';
import { Rounds } from './statuses.ts';

const EVERY_MS = 100;
const ITEMS_MAX = 5;
const UNDER_WAY_MAX = 2;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const endless = new AbortController();
const waitOf = ({ signal } = endless): Wait => ({ signal, deadline: 1e12, patienceMs: 1_000, rank: 'payment' });

/** Rounds that take so many milliseconds each, and what was asked in which, when it began. */
function watched(roundMs: number) {
  const begun: { readonly at: number; readonly keys: readonly number[] }[] = [];
  let underWay = 0;
  let underWayMost = 0;
  const rounds = new Rounds<number, number>({
    load: async (keys) => {
      begun.push({ at: now(), keys });
      underWay += 1;
      underWayMost = Math.max(underWayMost, underWay);
      await new Promise((resolve) => setTimeout(resolve, roundMs));
      underWay -= 1;
      return (key) => key * 2;
    },
    itemsMax: () => ITEMS_MAX,
    underWayMax: UNDER_WAY_MAX,
    everyMs: EVERY_MS,
  });
  return { rounds, begun, underWayMost: () => underWayMost };
}

describe('questions that are put together', () => {
  it('go at once where they come alone, all of one turn in one round', async () => {
    const { rounds, begun } = watched(10);
    const answers = [1, 2, 3].map((key) => rounds.ask(key, waitOf()));
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
    await vi.advanceTimersByTimeAsync(10);
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  it('wait for the next round while others are under way, and those whose time is up are not asked', async () => {
    const { rounds, begun } = watched(1_000);
    const given = new AbortController();
    for (const key of [1, 2]) {
      void rounds.ask(key, waitOf());
      await vi.advanceTimersByTimeAsync(EVERY_MS);
    }
    for (const key of [3, 4]) void rounds.ask(key, waitOf());
    void rounds.ask(5, waitOf(given));
    given.abort();
    await vi.advanceTimersByTimeAsync(700);
    expect(begun.map(({ keys }) => keys)).toEqual([[1], [2]]);
    await vi.advanceTimersByTimeAsync(300);
    expect(begun.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]]);
  });

  it('are each asked once and answered, in rounds that are as few as promised, however they come', async () => {
    const pauses = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 60 });
    const property = fc.asyncProperty(pauses, fc.integer({ min: 1, max: 400 }), async (pausesMs, roundMs) => {
      const { rounds, begun, underWayMost } = watched(roundMs);
      const answers: Promise<number>[] = [];
      for (const [key, pauseMs] of pausesMs.entries()) {
        answers.push(rounds.ask(key, waitOf()));
        if (pauseMs > 0) await vi.advanceTimersByTimeAsync(pauseMs);
      }
      await vi.advanceTimersByTimeAsync(8_000);
      expect(await Promise.all(answers)).toEqual(pausesMs.map((_, key) => key * 2));
      expect(begun.flatMap(({ keys }) => keys)).toEqual(pausesMs.map((_, key) => key));
      expect(underWayMost()).toBeLessThanOrEqual(UNDER_WAY_MAX);
      expect(Math.max(...begun.map(({ keys }) => keys.length))).toBeLessThanOrEqual(ITEMS_MAX);
      const pauses = begun.slice(1).map(({ at }, n) => at - (begun[n]?.at ?? 0));
      expect(Math.min(EVERY_MS, ...pauses)).toBe(EVERY_MS);
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
