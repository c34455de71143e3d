import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { build } from '../../test/support/build.ts';
import type { Counted } from './notes.ts';
import { soak } from './run.ts';

/*
 * The long run: `npm run soak -- [--kills 60] [--seed SEED]`. Prints the seed first and exits with 1 when anything
 * happened that must not, or when too little happened for that to mean something.
 */
const options = { kills: { type: 'string', default: '60' }, seed: { type: 'string' } } as const;
const { values } = parseArgs({ options });
const kills = Number(values.kills);
const seed = values.seed ?? randomBytes(4).toString('hex');

/** The least work of a run of 50 kills and more; kinds of work are part of the proof only if they were tried. */
const enough: Readonly<Partial<Record<Counted, number>>> = {
  'top-up': 50,
  pass: 10,
  'claim on both replicas at once': 10,
  'check on a balance': 500,
  'check on a pass': 100,
  'check by x402': 100,
  'operation of several checks': 50,
  'retry with an Idempotency-Key after the answer': 50,
  'retry of a payment after the answer': 50,
  'second claim by a stranger': 10,
  'claim of an x402 settlement': 10,
  'connection lost': 50,
  'answered again after a lost connection': 50,
};
const ENOUGH_FROM_KILLS = 50;

console.log(`seed ${seed}, ${kills} kills`);
build();
const started = performance.now();
const report = await soak({ seed, kills, say: (line) => console.log(line) });
console.table(report.counts);
console.log(
  `${report.kills} kills, ${report.checks} checks of the books, ${Math.round((performance.now() - started) / 1_000)} s`,
);

const lacking = Object.entries(enough).filter(([name, min]) => report.counts[name as Counted] < min);
const few = report.kills >= ENOUGH_FROM_KILLS ? lacking.map(([name, min]) => `fewer than ${min}: ${name}`) : [];
for (const line of [...report.violations, ...few]) console.error(line);
if (report.violations.length > 0) console.error(report.output.slice(-20_000));
if (report.violations.length + few.length > 0) {
  console.error(`failed with seed ${seed}`);
  process.exitCode = 1;
}
