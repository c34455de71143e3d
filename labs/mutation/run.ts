import { randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openServer } from 'assay-sandbox/postgres/embedded.ts';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { nextPort } from '#lib/process/free-port.ts';
import { areas, filesOf } from './areas.ts';
import { instrument } from './instrument.ts';
import { type CleanFile, type Entry, Journal, type Plan } from './journal.ts';
import { findMutants, type Mutant, sample } from './mutants.ts';
import { compare, judge, outsideOf, print, type Report, shareNoticed } from './report.ts';

/*
 * What share of small changes of the code the tests notice: `npm run mutate -- --area checks [--mutants 300] [--seed N]
 * [--root DIR] [--report FILE.json] [--phase2-seconds 120] [--journal FILE]`. The first phase runs each test again in place
 * for each mutant that it reaches. The second one runs files anew for mutants that are reached while files load or in hooks.
 * `--root` takes sources and tests of another checkout; `--slow` adds tests that take seconds each; `--only PART` takes the
 * files whose path has this part. A run that is given the journal of one that was ended goes on with it. `--all-kills --tests`
 * tries all tests on all mutants and lists tests without a kill of their own. `--compare A.json B.json` prints what the tests
 * of A kill and those of B do not. `--least 85` makes a run exit with 1 when the tests notice a smaller percentage.
 */

const ROUNDS_MAX = 4;
const WATCH_MS = 500;
const HANG_MS = 5_000;
const TEST_MS_MAX = 120_000;
const SEED_MAX = 2 ** 30;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    area: { type: 'string', default: '' },
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(randomInt(SEED_MAX)) },
    root: { type: 'string', default: '.' },
    only: { type: 'string', default: '' },
    report: { type: 'string' },
    journal: { type: 'string' },
    'phase2-seconds': { type: 'string', default: '120' },
    least: { type: 'string', default: '0' },
    'all-kills': { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});

/** Everything of one run. */
interface Run {
  readonly folder: string;
  readonly plan: Omit<Plan, 'fresh'>;
  readonly vitest: Vitest;
  readonly sampled: readonly Mutant[];
  readonly journal: Journal;
  entries: Entry[];
}

/** A server for the tests, which no process that is ended takes with it; returns what stops it. */
async function startDatabase(folder: string): Promise<() => Promise<void>> {
  const server = await openServer({
    dataDir: folder,
    nextPort,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '500' },
  });
  process.env.TEST_DATABASE_SERVER = server.url;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  return () => server.stop();
}

/** Vitest with instrumented sources and with the runner that switches mutants. */
async function openVitest(root: string, sources: readonly string[], sampled: readonly Mutant[]): Promise<Vitest> {
  const entries = [...sampled.entries()];
  const instrumented = {
    name: 'mutants',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const file = relative(root, id.split('?')[0] ?? id);
      if (!sources.includes(file)) return null;
      return { code: instrument(file, code, new Map(entries.filter(([, mutant]) => mutant.file === file))), map: null };
    },
  };
  class AsGiven {
    async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files;
    }
    async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files;
    }
  }
  const runner = fileURLToPath(new URL('./runner.ts', import.meta.url));
  return await createVitest(
    'test',
    {
      root,
      runner,
      // The configuration of the suite builds the service first and may consist of several projects.
      config: false,
      setupFiles: 'test/support/own-fetch.ts',
      testTimeout: TEST_MS_MAX,
      hookTimeout: TEST_MS_MAX,
      watch: false,
      isolate: false,
      pool: 'forks',
      maxWorkers: 2,
      maxConcurrency: 1,
      passWithNoTests: true,
      reporters: [{}],
      silent: true,
      update: false,
      sequence: { sequencer: AsGiven },
    },
    {
      plugins: [instrumented],
      resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
      server: { watch: null },
    },
  );
}

/** Runs the files under a plan. */
async function runFiles(run: Run, fresh: Plan['fresh'], files: readonly string[]): Promise<void> {
  writeFileSync(join(run.folder, 'plan.json'), JSON.stringify({ ...run.plan, fresh }));
  const tries = new Map<number, Tried>();
  const watch = () => {
    for (const entry of run.journal.read()) {
      if (entry.is === 'try') tries.set(entry.pid, { entry, since: performance.now() });
      else if (entry.is === 'idle') tries.delete(entry.pid);
      else run.entries.push(entry);
    }
    for (const [pid, tried] of tries) if (endHanging(run, pid, tried)) tries.delete(pid);
  };
  const timer = setInterval(watch, WATCH_MS);
  const project = run.vitest.getRootProject();
  await run.vitest.runTestSpecifications(files.map((file) => project.createSpecification(join(run.plan.root, file))));
  clearInterval(timer);
  watch();
}

interface Tried {
  readonly entry: Entry & { is: 'try' };
  readonly since: number;
}

/** Ends a process of tests that hangs in one attempt, which kills the mutant; tells whether it did so. */
function endHanging(run: Run, pid: number, { entry, since }: Tried): boolean {
  if (performance.now() - since < entry.msMax + HANG_MS) return false;
  const { mutant, test } = entry;
  if (mutant !== null) run.journal.add({ is: 'killed', mutant, test, how: 'time' });
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
  return true;
}

const doneIn = ({ entries }: Run) => entries.flatMap((entry) => (entry.is === 'done' ? [entry] : []));

function namesIn({ entries }: Run, is: 'failing' | 'unrepeatable'): readonly string[] {
  return [...new Set(entries.flatMap((entry) => (entry.is === is ? [entry.test] : [])))].sort();
}

/**
 * The files that are not done after some rounds. A file whose process was ended is begun anew, and so is one with a test that
 * fails without a mutant, once: what an earlier file left behind may be to blame.
 */
async function runPhase1(run: Run, tests: readonly string[]): Promise<readonly string[]> {
  const known = new Set(doneIn(run).map(({ file }) => file));
  let left = tests.filter((file) => !known.has(file));
  for (let round = 0; round < ROUNDS_MAX && left.length > 0; round += 1) {
    await runFiles(run, null, left);
    const failing = namesIn(run, 'failing').map((test) => test.split(' > ')[0]);
    const done = new Set(doneIn(run).map(({ file }) => file));
    left = left.filter((file) => !done.has(file) || (round === 0 && failing.includes(file)));
    if (round === 0) run.entries = run.entries.filter(({ is }) => is !== 'failing');
  }
  return left;
}

/** Those files first that lie nearest to the mutant, and of these the fastest. */
function ordered(mutant: Mutant | undefined, files: readonly CleanFile[]): readonly CleanFile[] {
  const near = ({ file }: CleanFile) => {
    const [a, b] = [(mutant?.file ?? '').split('/'), file.split('/')];
    const at = a.findIndex((part, index) => part !== b[index]);
    return at < 0 ? a.length : at;
  };
  return [...files].sort((a, b) => near(b) - near(a) || a.ms - b.ms);
}

async function runPhase2(run: Run, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1_000;
  const clean = new Map(doneIn(run).map(({ file, ms, steps }) => [file, { file, ms, steps }]));
  const failing = namesIn(run, 'failing');
  const claims = join(run.folder, 'claims');
  mkdirSync(claims);
  for (let round = 0; round < ROUNDS_MAX && Date.now() < until; round += 1) {
    const survived = new Set(run.entries.flatMap((entry) => (entry.is === 'survived' ? [entry.mutant] : [])));
    const todo = [...outsideOf(run.entries, run.sampled.length)]
      .filter(([mutant]) => !survived.has(mutant))
      .map(([mutant, files]) => ({
        mutant,
        files: ordered(
          run.sampled[mutant],
          files.flatMap((file) => clean.get(file) ?? []),
        ),
      }));
    // Each of two files gives a process in which mutants are taken one after the other.
    if (todo.length > 0) await runFiles(run, { todo, claims, until, failing }, [...clean.keys()].slice(0, 2));
  }
}

async function main(): Promise<void> {
  const area = areas[values.area];
  if (!area) throw new Error(`--area is one of ${Object.keys(areas).join(', ')}`);
  const seed = Number(values.seed);
  console.log(`seed ${seed}`);
  const root = resolve(values.root);
  const [reportTo, journalAt] = [values.report, values.journal].map((path) => (path ? resolve(path) : null));
  process.chdir(root);
  const startedAt = performance.now();
  const { sources, tests } = filesOf(root, area, values.slow);
  const found = sources.flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')));
  const sampled = sample(
    found.filter(({ file }) => file.includes(values.only)),
    Number(values.mutants),
    seed,
  );
  const folder = mkdtempSync(join(tmpdir(), 'assay-mutation-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.MUTATION_PLAN = join(folder, 'plan.json');
  process.env.TMPDIR = folder;
  const stopDatabase = area.needsDatabase ? await startDatabase(folder) : null;
  const journal = journalAt ?? join(folder, 'journal');
  const plan = { root, journal, seed, mutants: sampled.length, allKills: values['all-kills'] };
  const vitest = await openVitest(root, sources, sampled);
  const run: Run = { folder, plan, vitest, sampled, journal: new Journal(journal), entries: [] };
  run.entries.push(...run.journal.read());
  const unfinished = await runPhase1(
    run,
    tests.filter((file) => file.includes(values.only)),
  );
  const seconds1 = Math.round((performance.now() - startedAt) / 1_000);
  await runPhase2(run, Number(values['phase2-seconds']));
  await vitest.close();
  await stopDatabase?.();
  rmSync(folder, { recursive: true });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const [failing, unrepeatable] = [namesIn(run, 'failing'), namesIn(run, 'unrepeatable')];
  const mutants = judge(sampled, run.entries);
  const report: Report = {
    area: values.area,
    seed,
    found: found.length,
    seconds,
    mutants,
    failing,
    unrepeatable,
    unfinished,
  };
  print(report, { tests: values.tests });
  console.log(`\n${seconds} s, of which ${seconds1} s in place`);
  if (reportTo) writeFileSync(reportTo, JSON.stringify(report, null, 1));
  const noticed = shareNoticed(mutants) ?? 0;
  process.exitCode = noticed < Number(values.least) ? 1 : 0;
  if (process.exitCode === 1)
    console.error(`${noticed.toFixed(1)} % are noticed, and at least ${values.least} % should be`);
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Report;
if (values.compare) compare(read(positionals[0] ?? ''), read(positionals[1] ?? ''));
else await main();
