import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hangMs } from '../../test/support/pace.ts';
import { load } from './run.ts';
import { workKinds } from './traffic.ts';

const seed = process.env.LOAD_SEED ?? randomBytes(4).toString('hex');
const SECONDS = 6;

it(
  'a mixed load on two replicas beside strangers is answered by every kind of call, and books, chain and clients agree at its end',
  async () => {
    console.log(`seed ${seed} (LOAD_SEED repeats it; npm run load is the long run)`);
    const report = await load({ seed, seconds: SECONDS, perSecond: 8, hostilePerSecond: 10, sampleSeconds: 1 });
    expect(report.violations, `seed ${seed}\n${report.output.slice(-4_000)}`).toEqual([]);
    // A run that did nothing would find nothing.
    expect(Object.keys(report.workKinds).sort()).toEqual(Object.keys(workKinds).sort());
    expect(report.counts['connection lost']).toBe(0);
    expect(report.hostile['402']).toBeGreaterThan(0);
    expect(report.samples.length).toBeGreaterThan(2);
  },
  hangMs(180_000),
);
