import { describe, expect, it } from 'vitest';
import { loadedOnce } from './replies.ts';

describe('a load that is remembered', () => {
  it('is made once, whoever asks', async () => {
    let loads = 0;
    const load = loadedOnce(async () => {
      loads += 1;
      return loads;
    });
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  it('is tried again after it failed', async () => {
    let loads = 0;
    const load = loadedOnce(async () => {
      loads += 1;
      if (loads === 1) throw new Error('not there yet');
      return loads;
    });
    await expect(Promise.all([load(), load()])).rejects.toThrow('not there yet');
    expect([loads, await load(), await load()]).toEqual([1, 2, 2]);
  });
});
