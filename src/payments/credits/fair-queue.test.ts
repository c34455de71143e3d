import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const LONG_MS = 60_000;
const one = { network: 'one', member: 'a' };

/** Work that runs until the test ends it, and the number of running ones. */
function endless() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { work, begun: () => ends.length, end: (n: number) => ends[n]?.() };
}

it('lets so much of one network go on at once, the rest in the order in which it came, and others beside it', async () => {
  const turns = new FairQueue({ atOnceMax: 2, waitingMax: 10, waitMsMax: LONG_MS });
  const { work, begun, end } = endless();
  const order: number[] = [];
  const all = [0, 1, 2, 3].map((n) => turns.take(one, work).then(() => order.push(n)));
  void turns.take({ network: 'another', member: 'a' }, work);
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
  const turns = new FairQueue({ atOnceMax: 1, waitingMax: 1, waitMsMax: LONG_MS });
  const { work, end } = endless();
  const [first, second] = [turns.take(one, work), turns.take(one, work)];
  await expect(turns.take(one, work)).rejects.toMatchObject({
    code: 'rate_limited',
    extra: { retryAfterSeconds: 2 },
  });
  end(0);
  await first;
  const third = turns.take(one, work);
  end(1);
  await second;
  await turn();
  end(2);
  await third;
});

it('passes the turn on when work fails', async () => {
  const turns = new FairQueue({ atOnceMax: 1, waitingMax: 1, waitMsMax: LONG_MS });
  const failing = turns.take(one, () => Promise.reject(new Error('no')));
  const after = turns.take(one, async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('done');
});

it('lets the members of a network take turns, however much of one of them waits', async () => {
  const turns = new FairQueue({ atOnceMax: 1, waitingMax: 10, waitMsMax: LONG_MS });
  const order: string[] = [];
  const take = (member: string) => turns.take({ network: 'one', member }, async () => void order.push(member));
  await Promise.all([...'aaaabb', 'c'].map(take));
  expect(order.join('')).toBe('aabcaba');
});

it('gives up what a member waits for most, where it is full, for those who wait for less', async () => {
  const turns = new FairQueue({ atOnceMax: 1, waitingMax: 3, waitMsMax: LONG_MS });
  const order: string[] = [];
  const take = (member: string, n: number) =>
    turns.take({ network: 'one', member }, async () => void order.push(`${member}${n}`));
  const all = [...'aaaabcdb'].map(take);
  const outcomes = (await Promise.allSettled(all)).map(({ status }) => status === 'fulfilled');
  expect(outcomes).toEqual([true, true, false, false, true, true, false, false]);
  expect(order).toEqual(['a0', 'a1', 'b4', 'c5']);
});

it('gives up what has waited for too long, and nothing that waits behind it', async () => {
  const turns = new FairQueue({ atOnceMax: 1, waitingMax: 3, waitMsMax: 20 });
  const { work, begun, end } = endless();
  const first = turns.take(one, work);
  await expect(turns.take(one, work)).rejects.toMatchObject({ code: 'rate_limited', extra: { retryAfterSeconds: 2 } });
  const last = turns.take(one, work);
  end(0);
  await first;
  await turn();
  expect(begun()).toBe(2);
  end(1);
  await last;
});
