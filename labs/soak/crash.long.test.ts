import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hangMs } from '../../test/support/pace.ts';
import { soak } from './run.ts';

const seed = process.env.SOAK_SEED ?? randomBytes(4).toString('hex');

// A run that did nothing would find nothing.
const least = {
  // Every top-up is claimed somewhere; where chance claims all of them on both replicas, none is counted as a plain one.
  'claim on both replicas at once': 3,
  pass: 1,
  'check on a balance': 5,
  'operation of several checks': 3,
  'check by x402': 5,
  'connection lost': 1,
};

it(
  'the books are right after each kill -9 of a replica, and every answer was paid for once',
  async () => {
    console.log(`seed ${seed} (SOAK_SEED repeats it; npm run soak is the long run)`);
    const report = await soak({ seed, kills: 3, least });
    expect(report.violations, `seed ${seed}\n${report.output.slice(-4_000)}`).toEqual([]);
    expect(report.kills).toBeGreaterThanOrEqual(3);
  },
  hangMs(180_000),
);
