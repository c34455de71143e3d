import { beforeEach, describe, expect, it } from 'vitest';
import { ADDRESSES_MAX, FreeAnswers } from './free-answers.ts';

const HOUR_MS = 3_600_000;
const ONE = '192.0.2.1';

let now = 0;
let answers: FreeAnswers;
beforeEach(() => {
  now = 5_000;
  answers = new FreeAnswers(() => now);
});

function retryAfter(address = ONE): number | null {
  try {
    answers.admit(address);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_free_answers', status: 429 });
    return (error as { extra: { retryAfterSeconds: number } }).extra.retryAfterSeconds;
  }
}

describe('free answers of an address', () => {
  it('are ten within an hour', () => {
    for (let n = 0; n < 10; n += 1) {
      expect(retryAfter()).toBeNull();
      answers.count(ONE, 1);
    }
    expect(retryAfter()).toBe(3_600);
    expect(retryAfter('192.0.2.2')).toBeNull();
  });

  it('count one by one, so that the hour slides', () => {
    answers.count(ONE, 4);
    now += 600_000;
    answers.count(ONE, 6);
    expect(retryAfter()).toBe(3_000);
    now += HOUR_MS - 600_001;
    expect(retryAfter()).toBe(1);
    now += 1;
    expect(retryAfter()).toBeNull();
    answers.count(ONE, 4);
    expect(retryAfter()).toBe(600);
  });

  it('of more than ten at once close for an hour after them', () => {
    answers.count(ONE, 100);
    now += 600_000;
    expect(retryAfter()).toBe(3_000);
    answers.count(ONE, 3);
    now += HOUR_MS - 600_000;
    expect(retryAfter()).toBeNull();
  });

  it('that are none change nothing', () => {
    answers.count(ONE, 9);
    answers.count(ONE, 0);
    expect(retryAfter()).toBeNull();
  });

  it('are those of its /64', () => {
    answers.count('2001:db8:1:2::1', 5);
    answers.count('2001:db8:1:2:ffff::9', 5);
    expect(retryAfter('2001:db8:1:2:3:4:5:6')).toBe(3_600);
    expect(retryAfter('2001:db8:1:3::1')).toBeNull();
  });

  it('are forgotten of the address that had its last one the longest ago, when there are too many addresses', () => {
    const other = '192.0.2.2';
    answers.count(ONE, 9);
    answers.count(other, 10);
    answers.count(ONE, 1);
    for (let n = 2; n < ADDRESSES_MAX; n += 1) answers.count(`10.0.${n >> 8}.${n & 255}`, 1);
    expect([retryAfter(ONE), retryAfter(other)]).toEqual([3_600, 3_600]);
    answers.count('198.51.100.1', 1);
    expect([retryAfter(ONE), retryAfter(other)]).toEqual([3_600, null]);
    answers.count('198.51.100.2', 1);
    expect(retryAfter(ONE)).toBeNull();
  });
});
