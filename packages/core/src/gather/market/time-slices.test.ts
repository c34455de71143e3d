import { expect, it, vi } from 'vitest';
import type { Steps } from '#venues/routing/cost.ts';
import { inSlices } from './time-slices.ts';

/** Holds the event loop for longer than a slice, `count` times. */
function* holding(count: number, note: () => void): Steps<number> {
  for (let n = 0; n < count; n += 1) {
    const until = performance.now() + 6;
    while (performance.now() < until);
    note();
    yield;
  }
  return count;
}

it('gives what the steps lead to', async () => {
  expect(await inSlices(holding(0, () => undefined))).toBe(0);
  expect(await inSlices(holding(3, () => undefined))).toBe(3);
});

it('lets the event loop turn where the clock was put back', async () => {
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(performance.now() + 3_600_000);
  await inSlices(holding(0, () => undefined));
  clock.mockRestore();
  const turns = vi.fn();
  setImmediate(turns);
  await inSlices(holding(1, () => undefined));
  expect(turns).toHaveBeenCalled();
});

it('lets the event loop turn after each step of many checks, not after one of each', async () => {
  let sinceLoop = 0;
  const most: number[] = [];
  let over = false;
  const loop = (): void => {
    most.push(sinceLoop);
    sinceLoop = 0;
    if (!over) setImmediate(loop);
  };
  setImmediate(loop);
  await Promise.all(Array.from({ length: 8 }, () => inSlices(holding(2, () => (sinceLoop += 1)))));
  over = true;
  expect(most.reduce((sum, steps) => sum + steps)).toBe(16);
  // The first may go on at once and another one in the turn that it leaves.
  expect(Math.max(...most)).toBeLessThanOrEqual(2);
});
