import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzParts, type Part } from './parts.ts';

/*
 * Every property and fuzz suite for as long as wanted: `npm run fuzz -- --minutes 60 [--seed S] [--only PART,...]`. Goes round
 * the parts with a new seed each time, behind everything else that the machine has to do; `--rounds 1` ends after one round
 * whatever the time. Prints the cases of each part, and for a failure what was said and the command that repeats it. Exits
 * with 1 when anything failed.
 */

const SEED_MAX = 2 ** 30;
const TOLD_CHARS_MAX = 6_000;
const options = {
  minutes: { type: 'string', default: '10' },
  rounds: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
} as const;
const { values } = parseArgs({ options });
const seed = Number(values.seed ?? randomInt(SEED_MAX));
const until = performance.now() + Number(values.minutes) * 60_000;
const roundsMax = Number(values.rounds ?? Number.POSITIVE_INFINITY);
const folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'));
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
const all = fuzzParts();

interface Outcome {
  readonly cases: number;
  readonly seconds: number;
  /** What a failing round printed; null where all went well. */
  readonly failure: string | null;
}

function chosenParts(): readonly Part[] {
  const wanted = values.only?.split(',') ?? all.map(({ name }) => name);
  const unknown = wanted.filter((name) => !all.some((part) => part.name === name));
  if (unknown.length === 0) return all.filter(({ name }) => wanted.includes(name));
  throw new Error(`unknown part ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`);
}

async function play(part: Part, roundSeed: number): Promise<Outcome> {
  const { args, env } = part.round(roundSeed);
  const counts = join(folder, 'counts');
  rmSync(counts, { force: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, NO_COLOR: '1', FUZZ_COUNTS: counts, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += String(chunk)));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - startedAt) / 1_000;
  return { cases: casesIn(counts, told), seconds, failure: code === 0 ? null : told };
}

/** What properties counted, or what a program says that it did; of other suites, the tests. */
function casesIn(counts: string, told: string): number {
  if (existsSync(counts))
    return readFileSync(counts, 'utf8')
      .split('\n')
      .reduce((sum, line) => sum + Number(line), 0);
  return Number(/(\d+) (?:mutations of|histories|passed \()/.exec(told.replace(/Test Files.*/, ''))?.[1] ?? 0);
}

/** The seed within a round at which a property failed, so that repeating does not begin with what went well. */
function repeatOf(part: Part, roundSeed: number, told: string): string {
  const [, exact] = /seed: (-?\d+)/.exec(told) ?? [];
  return `npm run fuzz -- --only ${part.name} --seed ${exact ?? roundSeed} --rounds 1`;
}

function report(part: Part, roundSeed: number, { cases, seconds, failure }: Outcome): void {
  const result = failure === null ? 'ok' : 'FAILED';
  console.log(`${part.name.padEnd(10)} seed ${roundSeed}: ${cases} cases, ${seconds.toFixed(0)} s, ${result}`);
  if (failure === null) return;
  const at = Math.max(0, failure.search(/FAIL |Failed Tests|Error:/));
  console.error(failure.slice(at, at + TOLD_CHARS_MAX));
  console.error(`repeat: ${repeatOf(part, roundSeed, failure)}`);
}

setPriority(constants.priority.PRIORITY_LOW);
const parts = chosenParts();
const totals = new Map(parts.map(({ name }) => [name, { rounds: 0, cases: 0, seconds: 0, failures: 0 }]));
console.log(`seed ${seed}, ${values.minutes} minutes, parts ${parts.map(({ name }) => name).join(', ')}`);
let isFirst = true;
for (let round = 0; round < roundsMax && (isFirst || performance.now() < until); round += 1) {
  for (const part of parts) {
    if (!isFirst && performance.now() >= until) break;
    const roundSeed = (seed + round * 1_000_003) % SEED_MAX;
    const outcome = await play(part, roundSeed);
    report(part, roundSeed, outcome);
    const total = totals.get(part.name);
    if (total === undefined) continue;
    total.rounds += 1;
    total.cases += outcome.cases;
    total.seconds += Math.round(outcome.seconds);
    total.failures += outcome.failure === null ? 0 : 1;
  }
  isFirst = false;
}
rmSync(folder, { recursive: true });
console.table(Object.fromEntries(totals));
if ([...totals.values()].some(({ failures }) => failures > 0)) process.exitCode = 1;
