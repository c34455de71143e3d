import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type fastCheck from 'fast-check';

/*
 * Stands in for the package in the long run: every property of the suites runs as it does there, but with the seed of the
 * round, and again with the next one until its time is up. The counts of cases go to a file, which the run adds up.
 */

type FastCheck = typeof fastCheck;

// Not by import, which leads here.
const real = createRequire(import.meta.url)('fast-check') as FastCheck;
const CASES_OF_AN_ASSERTION = 100;
const seed = Number(process.env.FUZZ_SEED ?? 1);
const timeMs = Number(process.env.FUZZ_MS ?? 0);
const counts = process.env.FUZZ_COUNTS;

type Assert = FastCheck['assert'];
type Property = Parameters<Assert>[0];
type Parameters_ = NonNullable<Parameters<Assert>[1]>;

function note(parameters: Parameters_): void {
  if (counts) appendFileSync(counts, `${parameters.numRuns ?? CASES_OF_AN_ASSERTION}\n`);
}

/** Asserts with one seed after the other. What it returns is awaited by tests of asynchronous properties alone. */
function assert(property: Property, parameters: Parameters_ = {}): unknown {
  const until = performance.now() + timeMs;
  const run = (round: number) => real.assert(property, { ...parameters, seed: (seed + round) | 0 });
  if (property.isAsync()) return assertAll(run, until, parameters);
  for (let round = 0; round === 0 || performance.now() < until; round += 1) {
    run(round);
    note(parameters);
  }
  return undefined;
}

async function assertAll(run: (round: number) => unknown, until: number, parameters: Parameters_): Promise<void> {
  for (let round = 0; round === 0 || performance.now() < until; round += 1) {
    await run(round);
    note(parameters);
  }
}

const fc: FastCheck = { ...real, assert: assert as Assert };

// biome-ignore lint/style/noDefaultExport: it stands in for a package that has one.
export default fc;
