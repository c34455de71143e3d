import DataLoader from 'dataloader';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginLongWork } from '#lib/long-work.ts';
import { type BatchPlace, BatchWindow } from './batch-window.ts';
import { now } from './rpc/rpc-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const LATER = Number.POSITIVE_INFINITY;

/** A batch window and the names of what has left, in order. */
function batchWindowOf(size: number) {
  const batchWindow = new BatchWindow();
  const places = Array.from({ length: size }, () => batchWindow.join(LATER));
  const left: string[] = [];
  /** Asks, and has its answer when `answer` resolves. */
  const loader = new DataLoader(
    async (names: readonly string[]) => {
      left.push(...names);
      return names;
    },
    { batchScheduleFn: batchWindow.schedule, cache: false },
  );
  const ask = async (place: BatchPlace | undefined, name: string, answer: Promise<void> = Promise.resolve()) => {
    place?.asks();
    await loader.load(name);
    await answer;
    place?.answered();
  };
  return { batchWindow, places, left, ask };
}

function later() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets the clock go on by a millisecond with each turn until `done`. */
async function passing(done: () => boolean): Promise<void> {
  while (!done()) {
    await turn();
    vi.advanceTimersByTime(1);
  }
  await turn();
}

/** What `asked` brings, for which the clock has to go on. */
async function inTime(asked: Promise<void> | undefined): Promise<void> {
  let isOver = false;
  await Promise.all([asked?.finally(() => (isOver = true)), passing(() => isOver)]);
}

/** Is at work, as checks that compute are, until `done`. */
async function working(done: () => boolean): Promise<void> {
  const end = beginLongWork();
  await passing(done);
  end();
}

describe('a batch window', () => {
  it('lets a reader alone ask in the turn in which it asks', async () => {
    const { places, left, ask } = batchWindowOf(1);
    void ask(places[0], 'a', later().promise);
    void ask(places[0], 'b', later().promise);
    await turn();
    expect(left).toEqual(['a', 'b']);
  });

  it('leaves in one turn when all have asked, also when they ask in different moments of it', async () => {
    const { places, left, ask } = batchWindowOf(3);
    void ask(places[0], 'a');
    queueMicrotask(() => void ask(places[1], 'b'));
    process.nextTick(() => void ask(places[2], 'c'));
    await turn();
    expect(left).toEqual(['a', 'b', 'c']);
  });

  it('waits for a reader that may be the one that computes', async () => {
    const { places, left, ask } = batchWindowOf(2);
    void ask(places[0], 'a');
    const end = now() + 150;
    await working(() => now() > end);
    expect(left).toEqual([]);
    void ask(places[1], 'b');
    await turn();
    expect(left).toEqual(['a', 'b']);
  });

  it('waits for a reader whose answer is under way, but not for long', async () => {
    const { places, left, ask } = batchWindowOf(2);
    const answer = later();
    void Promise.all([ask(places[0], 'a', answer.promise), ask(places[1], 'b')]);
    await turn();
    void ask(places[1], 'c');
    await turn();
    expect(left).toEqual(['a', 'b']);
    answer.resolve();
    await turn();
    void ask(places[0], 'd');
    await turn();
    expect(left).toEqual(['a', 'b', 'c', 'd']);
    const slow = batchWindowOf(2);
    void slow.ask(slow.places[0], 'slow', later().promise);
    void slow.ask(slow.places[1], 'b');
    await turn();
    await inTime(slow.ask(slow.places[1], 'c'));
    expect(slow.left).toEqual(['slow', 'b', 'c']);
  });

  it('does not wait for a reader that ended: at once where it says so, else once nothing computes', async () => {
    const { places, left, ask } = batchWindowOf(2);
    await Promise.all([ask(places[0], 'a'), ask(places[1], 'b')]);
    await inTime(ask(places[0], 'c'));
    expect(left).toEqual(['a', 'b', 'c']);
    // The other one is counted out by now.
    void ask(places[0], 'd');
    await turn();
    expect(left).toEqual(['a', 'b', 'c', 'd']);
    const leaving = batchWindowOf(2);
    void leaving.ask(leaving.places[0], 'a');
    await turn();
    expect(leaving.left).toEqual([]);
    leaving.places[1]?.leave();
    await turn();
    expect(leaving.left).toEqual(['a']);
  });

  it('does not hold anybody beyond its deadline, nor for one that computes without an end', async () => {
    const { batchWindow, left, ask } = batchWindowOf(1);
    const hasty = batchWindow.join(now() + 60);
    void ask(hasty, 'hasty');
    await working(() => left.length > 0);
    const { places, left: gone, ask: asks } = batchWindowOf(2);
    void asks(places[0], 'a');
    await working(() => gone.length > 0);
    expect(gone).toEqual(['a']);
  });

  it('counts one in again that asks', async () => {
    const { places, left, ask } = batchWindowOf(2);
    await Promise.all([ask(places[0], 'a'), ask(places[1], 'b')]);
    await inTime(ask(places[0], 'c'));
    const answer = later();
    void ask(places[1], 'd', answer.promise);
    void ask(places[0], 'e');
    await turn();
    void ask(places[0], 'f');
    await turn();
    expect(left).toEqual(['a', 'b', 'c', 'd', 'e']);
    answer.resolve();
    await turn();
    void ask(places[1], 'g');
    await turn();
    expect(left).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });
});
