import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChainReader } from './chain-reader.ts';
import { SharedWork } from './shared-work.ts';

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** Work of one key: how often it began, and which readers were ended. */
function bench(ageMsMax = 60_000) {
  const shared = new SharedWork(ageMsMax);
  const begun: ReturnType<typeof deferred<object>>[] = [];
  const ended: number[] = [];
  const share = (key = 'k') => {
    const n = begun.length;
    const open = () => ({ close: () => ended.push(n) }) as unknown as ChainReader & { close(): void };
    return shared.share(key, open, () => {
      const work = deferred<object>();
      begun.push(work);
      return work.promise;
    });
  };
  return { shared, begun, ended, share };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

describe('shared work', () => {
  it('is begun once for everybody who asks while it is made or just made, and gives all the same', async () => {
    const { begun, shared, share } = bench();
    const parts = [share(), share()];
    begun[0]?.resolve({});
    await settled();
    parts.push(share());
    const answers = await Promise.all(parts.map(({ answer }) => answer));
    expect(answers.every((answer) => answer === answers[0])).toBe(true);
    expect(begun).toHaveLength(1);
    expect(shared.stats()).toMatchObject({ misses: 1, joined: 1, hits: 1, entries: 1 });
  });

  it('is another for another key', () => {
    const { begun, share } = bench();
    share('a');
    share('b');
    expect(begun).toHaveLength(2);
  });

  it('goes on for who stays, and ends with the last one who leaves', async () => {
    const { begun, ended, share } = bench();
    const [first, second] = [share(), share()];
    first.leave();
    first.leave();
    expect(ended).toEqual([]);
    second.leave();
    expect(ended).toEqual([0]);
    share();
    expect(begun).toHaveLength(2);
    begun[0]?.resolve({});
    await first.answer;
  });

  it('fails for all who wait and is begun again by the next one', async () => {
    const { begun, share } = bench();
    const parts = [share(), share()];
    begun[0]?.reject(new Error('broken'));
    for (const { answer } of parts) await expect(answer).rejects.toThrow('broken');
    share();
    expect(begun).toHaveLength(2);
  });

  it('is begun again when it began too long ago, is dropped, or sharing is off', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const aged = bench(20);
    aged.share();
    vi.advanceTimersByTime(21);
    aged.share();
    expect(aged.begun).toHaveLength(2);
    const dropped = bench();
    dropped.share();
    dropped.shared.clear();
    dropped.share();
    expect(dropped.begun).toHaveLength(2);
    const off = bench(0);
    off.share();
    off.share();
    expect(off.begun).toHaveLength(2);
  });
});
