import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Work that goes on until it is told to end, and how much of it is under way. */
function endless() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { work, begun: () => ends.length, end: (n: number) => ends[n]?.() };
}

it('lets so much of one caller go on at once, the rest in the order in which it came, and others beside it', async () => {
  const turns = new Turns({ atOnceMax: 2, waitingMax: 10 });
  const { work, begun, end } = endless();
  const order: number[] = [];
  const all = [0, 1, 2, 3].map((n) => turns.take('one', work).then(() => order.push(n)));
  void turns.take('another', work);
  await turn();
  expect(begun()).toBe(3);
  end(1);
  await turn();
  expect(begun()).toBe(4);
  for (const n of [3, 0]) end(n);
  await turn();
  end(4);
  await Promise.all(all);
  expect(order).toEqual([1, 2, 0, 3]);
});

it('refuses what would wait beyond its bound, and takes more again once there is room', async () => {
  const turns = new Turns({ atOnceMax: 1, waitingMax: 1 });
  const { work, end } = endless();
  const [first, second] = [turns.take('one', work), turns.take('one', work)];
  await expect(turns.take('one', work)).rejects.toMatchObject({
    code: 'rate_limited',
    extra: { retryAfterSeconds: 2 },
  });
  end(0);
  await first;
  const third = turns.take('one', work);
  end(1);
  await second;
  await turn();
  end(2);
  await third;
});

it('passes the turn on when work fails', async () => {
  const turns = new Turns({ atOnceMax: 1, waitingMax: 1 });
  const failing = turns.take('one', () => Promise.reject(new Error('no')));
  const after = turns.take('one', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('done');
});
