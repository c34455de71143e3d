import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { soak } from './run.ts';

const seed = process.env.SOAK_SEED ?? randomBytes(4).toString('hex');

it('the books are right after each kill -9 of a replica, and every answer was paid for once', async () => {
  console.log(`seed ${seed} (SOAK_SEED repeats it; npm run soak is the long run)`);
  const report = await soak({ seed, kills: 4 });
  expect(report.violations, `seed ${seed}\n${report.output.slice(-4_000)}`).toEqual([]);
  expect(report.kills).toBe(4);
  // A run that did nothing would find nothing.
  expect(report.counts).toMatchObject({
    // Every top-up is claimed somewhere; where chance claims all of them on both replicas, none is counted as a plain one.
    'claim on both replicas at once': atLeast(3),
    pass: atLeast(1),
    'check on a balance': atLeast(5),
    'operation of several checks': atLeast(3),
    'check by x402': atLeast(5),
    'connection lost': atLeast(1),
  });
}, 120_000);

function atLeast(min: number): unknown {
  return expect.toSatisfy((count: number) => count >= min, `at least ${min}`);
}
