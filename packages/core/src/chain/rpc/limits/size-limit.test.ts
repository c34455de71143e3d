import { describe, expect, it } from 'vitest';
import { SizeLimit } from './size-limit.ts';

const MEMORY_MS = 1_000;

/** The sizes that are sent while 100 items are to be sent again and again, to an endpoint that takes up to `most`. */
function sizesSent(most: number, learn: 'halves' | 'doubt', rounds: number): readonly number[] {
  const limit = new SizeLimit(MEMORY_MS);
  return Array.from({ length: rounds }, () => {
    const size = Math.min(100, limit.most);
    if (size <= most) limit.accept(size, 0);
    else if (learn === 'halves') limit.refuse(size, null, 0);
    else limit.doubt(size, 0, 0);
    return size;
  });
}

describe('how many items an endpoint takes at once', () => {
  it.each([1, 3, 5, 7, 37, 75, 99])('is found for %i by halves, and refused sizes are not sent again', (most) => {
    const sizes = sizesSent(most, 'halves', 20);
    expect(sizes.at(-1)).toBeLessThanOrEqual(most);
    expect(sizes.at(-1)).toBeGreaterThan(most / 2 - 1);
    expect(sizes.filter((size) => size > most).length).toBeLessThanOrEqual(7);
  });

  it.each([1, 3, 7, 37, 75])('is found for %i from one upwards where it may be something else', (most) => {
    const sizes = sizesSent(most, 'doubt', 20);
    expect(sizes.slice(0, 2)).toEqual([100, 1]);
    expect(sizes.at(-1)).toBeLessThanOrEqual(most);
    expect(sizes.at(-1)).toBeGreaterThan(most / 4);
  });

  it('is the number that the endpoint names', () => {
    const limit = new SizeLimit(MEMORY_MS);
    limit.refuse(100, 5, 0);
    limit.accept(5, 0);
    expect(limit.most).toBe(5);
    // A number that was refused itself is no help.
    limit.refuse(5, 5, 0);
    expect(limit.most).toBe(4);
  });

  it('is tried upwards again after a while, and when it was kept over a restart', () => {
    const limit = new SizeLimit(MEMORY_MS);
    limit.restore(5, 0);
    limit.accept(5, 10);
    expect(limit.most).toBe(5);
    limit.accept(5, MEMORY_MS);
    expect(limit.most).toBe(10);
  });

  it('stays at one for as long as single items shall show what is wrong', () => {
    const limit = new SizeLimit(MEMORY_MS);
    limit.doubt(40, 0, 500);
    limit.accept(1, 499);
    expect(limit.most).toBe(1);
    limit.accept(1, 500);
    expect(limit.most).toBe(2);
  });
});
