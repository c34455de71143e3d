import { now } from 'assay-core/chain/rpc/rpc-limits.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchPace, pacedLoader } from './batch-pace.ts';

const EVERY_MS = 100;
const ITEMS_MAX = 5;
const UNDER_WAY_MAX = 2;
const UNASKED = -1;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const endless = new AbortController();

/** Batches that take so many milliseconds each, and what was asked in which, when it began. */
function watched(batchMs: number) {
  const begun: { readonly at: number; readonly keys: readonly number[] }[] = [];
  let underWay = 0;
  let underWayMost = 0;
  const load = async (keys: readonly number[]) => {
    begun.push({ at: now(), keys });
    underWay += 1;
    underWayMost = Math.max(underWayMost, underWay);
    await new Promise((resolve) => setTimeout(resolve, batchMs));
    underWay -= 1;
    return (key: number) => key * 2;
  };
  const loader = pacedLoader<number, number>(new BatchPace(UNDER_WAY_MAX, EVERY_MS), ITEMS_MAX, load, UNASKED);
  const ask = (key: number, { signal } = endless) => loader.load({ key, signal });
  return { ask, begun, underWayMost: () => underWayMost };
}

describe('batches that leave at a pace', () => {
  it('go at once where they come alone, all of one turn in one batch', async () => {
    const { ask, begun } = watched(10);
    const answers = [1, 2, 3].map((key) => ask(key));
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
    await vi.advanceTimersByTimeAsync(10);
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  it('wait for the next batch while others are under way, and those whose time is up are not asked', async () => {
    const { ask, begun } = watched(1_000);
    const given = new AbortController();
    for (const key of [1, 2]) {
      void ask(key);
      await vi.advanceTimersByTimeAsync(EVERY_MS);
    }
    for (const key of [3, 4]) void ask(key);
    const left = ask(5, given);
    given.abort();
    await vi.advanceTimersByTimeAsync(700);
    expect(begun.map(({ keys }) => keys)).toEqual([[1], [2]]);
    await vi.advanceTimersByTimeAsync(300);
    expect(begun.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await left).toBe(UNASKED);
  });

  it('waste no turn on keys that nobody waits for any more', async () => {
    const { ask, begun } = watched(1_000);
    const given = new AbortController();
    for (const key of [1, 2]) {
      void ask(key);
      await vi.advanceTimersByTimeAsync(EVERY_MS);
    }
    for (let key = 3; key < 3 + 4 * ITEMS_MAX; key += 1) void ask(key, given);
    void ask(99);
    given.abort();
    await vi.advanceTimersByTimeAsync(900);
    expect(begun.map(({ keys }) => keys)).toEqual([[1], [2], [99]]);
  });

  it('are each asked once and answered, in batches that are as few as promised, however they come', async () => {
    const pauses = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 60 });
    const property = fc.asyncProperty(pauses, fc.integer({ min: 1, max: 400 }), async (pausesMs, batchMs) => {
      const { ask, begun, underWayMost } = watched(batchMs);
      const answers: Promise<number>[] = [];
      for (const [key, pauseMs] of pausesMs.entries()) {
        answers.push(ask(key));
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
