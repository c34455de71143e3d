import { expect, it } from 'vitest';
import { Interest } from './interest.ts';

it('a part is of use to the same people for as long, whenever they came', () => {
  const whole = new Interest();
  whole.join(100, 10);
  const part = whole.part();
  whole.join(200, 20, 'payment');
  expect([part.deadline, part.patienceMs, part.rank]).toEqual([200, 20, 'payment']);
  let told = 0;
  part.onAbandon = () => {
    told += 1;
  };
  whole.leave();
  expect([part.wanted, part.abandoned, told]).toEqual([true, false, 0]);
  whole.leave();
  expect([part.wanted, part.abandoned, told]).toEqual([false, true, 1]);
  expect(whole.part().abandoned).toBe(true);
});

it('each part of one interest is told of the end for itself', () => {
  const whole = new Interest();
  whole.join(100, 10);
  const told: number[] = [];
  for (const n of [1, 2, 3]) {
    whole.part().onAbandon = () => {
      told.push(n);
    };
  }
  whole.leave();
  expect(told).toEqual([1, 2, 3]);
});
