import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultLines } from './faults.ts';
import { holdSlices } from './rounds-reader.ts';

holdSlices();

const WORLDS = { token: 20, trade: 24, wallet: 4, funder: 40 };

describe('evidence has the gaps of what it rests on, and asks no more,', () => {
  it.each(['token', 'trade', 'wallet', 'funder'] as const)('in the %s check', async (kind) => {
    const lines = await faultLines[kind](WORLDS[kind]);
    // A gap stands under the name of the reading that it leaves empty.
    expect(lines.filter((line) => line.includes('('))).toEqual([]);
    await expect(lines.join('')).toMatchFileSnapshot(join(import.meta.dirname, `faults-${kind}.txt`));
  });
});
