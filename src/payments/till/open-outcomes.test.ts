import { beforeEach, describe, expect, it } from 'vitest';
import { OpenOutcomes } from './open-outcomes.ts';

const HOUR_MS = 3_600_000;
let now = 0;
let outcomes: OpenOutcomes;
beforeEach(() => {
  now = 5_000;
  outcomes = new OpenOutcomes(() => now);
});

/** How many checks get in one by one before one is refused, up to 200. They leave again. */
function room(caller = 'a', freeElsewhere = 0): number {
  const left: (() => void)[] = [];
  try {
    for (let n = 0; n < 200; n += 1) left.push(outcomes.enter(caller, 1, freeElsewhere));
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests', status: 429, extra: { retryAfterSeconds: 1 } });
  }
  for (const leave of left) leave();
  return left.length;
}

describe('checks under way that may end free', () => {
  it('are not bounded while none was free', () => {
    expect(room()).toBe(200);
    outcomes.count('a', { free: 0, paid: 3 });
    expect(room()).toBe(200);
  });

  it('are ten for each free answer that is left, once one was given', () => {
    outcomes.count('a', { free: 1, paid: 0 });
    expect(room()).toBe(90);
    outcomes.count('a', { free: 5, paid: 0 });
    expect(room()).toBe(40);
    expect(room('b')).toBe(200);
  });

  it('are more by each answer that was charged of late', () => {
    outcomes.count('a', { free: 2, paid: 7 });
    expect(room()).toBe(87);
    now += HOUR_MS;
    outcomes.count('a', { free: 2, paid: 0 });
    expect(room()).toBe(87);
    now += HOUR_MS;
    outcomes.count('a', { free: 2, paid: 0 });
    expect(room()).toBe(80);
  });

  it('are not bounded again an hour after the last free answer', () => {
    outcomes.count('a', { free: 3, paid: 0 });
    now += HOUR_MS - 1;
    expect(room()).toBe(70);
    now += 1;
    expect(room()).toBe(200);
  });

  it('are bounded by what others counted', () => {
    expect(room('a', 6)).toBe(40);
  });

  it('are left to whoever counts for all replicas when no free answer is left', () => {
    outcomes.count('a', { free: 30, paid: 0 });
    expect(room()).toBe(200);
  });

  it('are let in together or not at all', () => {
    outcomes.count('a', { free: 4, paid: 0 });
    const leave = outcomes.enter('a', 50);
    expect(() => outcomes.enter('a', 11)).toThrow('Ask for fewer at once');
    outcomes.enter('a', 10)();
    leave();
    outcomes.enter('a', 60)();
  });

  it('are remembered of callers who have some under way, however many others come', () => {
    outcomes.count('a', { free: 9, paid: 0 });
    const leave = outcomes.enter('a', 10);
    outcomes.count('idle', { free: 9, paid: 0 });
    for (let n = 0; n < 11_000; n += 1) outcomes.count(`other ${n}`, { free: 1, paid: 0 });
    expect(room('idle')).toBe(200);
    expect(() => outcomes.enter('a', 1)).toThrow('Ask for fewer at once');
    leave();
  });
});
