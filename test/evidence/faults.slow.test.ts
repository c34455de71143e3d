import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultLines } from './faults.ts';
import { holdSlices } from './rounds-reader.ts';

/*
 * The same as `faults.test.ts` in more worlds, of which a hash for every ten is kept. `FAULTS_DIR=here` writes their lines, to compare
 * them with those of another version.
 */

holdSlices();

const WORLDS = { token: 200, trade: 200, wallet: 20, funder: 300 };
const WORLDS_A_LINE = 10;

function digests(lines: readonly string[]): string {
  return lines
    .flatMap((_, n) => {
      if (n % WORLDS_A_LINE > 0) return [];
      const some = lines.slice(n, n + WORLDS_A_LINE).join('');
      return [`worlds from ${n}  ${createHash('sha256').update(some).digest('hex').slice(0, 16)}\n`];
    })
    .join('');
}

describe('evidence has the gaps of what it rests on in many worlds', () => {
  it.each(['token', 'trade', 'wallet', 'funder'] as const)('in the %s check', async (kind) => {
    const lines = await faultLines[kind](WORLDS[kind]);
    // A gap stands under the name of the reading that it leaves empty.
    expect(lines.filter((line) => line.includes('('))).toEqual([]);
    const { FAULTS_DIR } = process.env;
    if (FAULTS_DIR) {
      mkdirSync(FAULTS_DIR, { recursive: true });
      writeFileSync(join(FAULTS_DIR, `${kind}.txt`), lines.join(''));
    }
    await expect(digests(lines)).toMatchFileSnapshot(join(import.meta.dirname, `digests-${kind}.txt`));
  });
});
