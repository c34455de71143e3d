import { subscribe } from 'node:diagnostics_channel';
import { setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { type CleanFile, Journal, type Plan, readPlan } from './journal.ts';
import { type Attempt, FileSession, limitsFor, type Outcome } from './session.ts';
import { openSwitches } from './switches.ts';

/** Tests may replace these by fake ones. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
const now = performance.now.bind(performance);
const time = Date.now.bind(Date);
const ATTEMPTS_MAX = 1_000_000;
const RESTARTS_MAX = 1_000;
const LOAD_MS_MAX = 60_000;

type Fresh = NonNullable<Plan['fresh']>;

const plan = readPlan();
const journal = new Journal(plan.journal);
const killed = new Set<number>();
globalThis.__mutation ??= openSwitches(plan.mutants);
setMaxListeners(0);
// The same cases each time, so that a mutant and not chance decides; the smallest case that fails is of no interest.
fc.configureGlobal({ seed: plan.seed, endOnFailure: true });

/** Connections that are open. A file that failed leaves some behind, and a database takes only so many. */
const sockets = new Set<Socket>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});

function isKilled(mutant: number): boolean {
  for (const entry of journal.read()) if (entry.is === 'killed') killed.add(entry.mutant);
  return killed.has(mutant);
}

function nameOf(test: RunnerTestCase): string {
  return `${relative(plan.root, test.file.filepath)} > ${test.fullTestName}`;
}

/** The module that Vitest starts for each file: it loads nothing itself, but runs the file as often as needed. */
// biome-ignore lint/style/noDefaultExport: Vitest takes the default export of a runner's module.
export default class MutationRunner extends TestRunner {
  #file = '';

  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    return source === 'setup' ? super.importFile(path, source) : undefined;
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    this.#file = file.filepath;
  }

  override async onAfterRunFiles(): Promise<void> {
    await (plan.fresh ? runFresh(this, plan.fresh) : runInPlace(this, this.#file));
    journal.add({ is: 'idle', pid: process.pid });
    super.onAfterRunFiles();
  }
}

async function runInPlace(outer: TestRunner, path: string): Promise<void> {
  const session = new FileSession(journal, (mutant) => !plan.allKills && isKilled(mutant));
  for (let n = 0; n < RESTARTS_MAX; n += 1) {
    vi.resetModules();
    session.begin();
    const [file] = await startTests([path], new InPlaceRunner(outer, session));
    session.reach(__mutation.take().reached);
    // All tests end as skipped ones.
    const hasFailed = file?.result?.state === 'fail';
    if (hasFailed) session.failHook(relative(plan.root, path));
    if (hasFailed || session.isSpoilt) for (const socket of sockets) socket.destroy();
    if (!session.isSpoilt) break;
  }
  const [inPlace, outside] = [[...session.inPlace], [...session.outside]];
  journal.add({ is: 'done', file: relative(plan.root, path), ...session.clean, inPlace, outside });
}

/** Runs whole files with one mutant after the other, until the time is over. */
async function runFresh(outer: TestRunner, { todo, claims, until, failing }: Fresh): Promise<void> {
  for (const { mutant, files } of todo) {
    if (isKilled(mutant) || !claim(join(claims, String(mutant)))) continue;
    vi.resetModules();
    const left = [...files];
    while (left[0] && time() < until && !(await failsWith(outer, mutant, left[0], failing))) left.shift();
    journal.add(left.length === 0 ? { is: 'survived', mutant } : { is: 'idle', pid: process.pid });
  }
}

async function failsWith(
  outer: TestRunner,
  mutant: number,
  clean: CleanFile,
  failing: readonly string[],
): Promise<boolean> {
  const limits = limitsFor(clean);
  journal.add({ is: 'try', pid: process.pid, mutant, test: clean.file, msMax: LOAD_MS_MAX });
  __mutation.activate(mutant, limits.stepsMax);
  const runner = new FreshRunner(outer, { mutant, ...limits }, failing);
  const [file] = await startTests([join(plan.root, clean.file)], runner);
  __mutation.activate(null);
  if (file?.result?.state !== 'fail') return false;
  journal.add({ is: 'killed', mutant, test: runner.failed ?? clean.file, how: 'failure' });
  return true;
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** A runner like Vitest's own, for runs that Vitest does not see. */
class InnerRunner extends TestRunner {
  constructor(outer: TestRunner) {
    super(outer.config);
    // Vitest gives these to the runner that it makes.
    const given = outer as unknown as { moduleRunner: object; _otel: Parameters<TestRunner['__setTraces']>[0] };
    Object.assign(this, { moduleRunner: given.moduleRunner });
    this.__setTraces(given._otel);
  }

  /** Runs a test's function; false when it took longer than it may. */
  protected async call(test: RunnerTestCase, { mutant, msMax }: Attempt): Promise<boolean> {
    journal.add({ is: 'try', pid: process.pid, mutant, test: nameOf(test), msMax });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<false>((resolve) => {
      timer = startTimer(() => resolve(false), msMax);
    });
    try {
      return await Promise.race([Promise.resolve(TestRunner.getTestFn(test)()).then(() => true), late]);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'VITEST_PENDING') throw error;
      // Vitest would print both sides of a comparison, which can take longer than the test.
      throw new Error('The test fails.');
    } finally {
      stopTimer(timer);
    }
  }
}

/** Runs each test by the attempts that the session asks for, with its hooks. */
class InPlaceRunner extends InnerRunner {
  readonly #session: FileSession;
  #attempts: Generator<Attempt, void, Outcome> | undefined;
  #attempt: Attempt | undefined;
  #startedAt = 0;
  #isLate = false;

  constructor(outer: TestRunner, session: FileSession) {
    super(outer);
    this.#session = session;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#session.reach(__mutation.take().reached);
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    if (this.#session.isSkipped(nameOf(test))) {
      test.mode = 'skip';
      return;
    }
    this.#attempts = this.#session.attempts(nameOf(test));
    this.#attempt = this.#attempts.next().value ?? undefined;
    test.repeats = ATTEMPTS_MAX;
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    test.result = { state: 'run' };
    this.#isLate = false;
    this.#startedAt = now();
    __mutation.activate(this.#attempt?.mutant ?? null, this.#attempt?.stepsMax);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!this.#attempt || (await this.call(test, this.#attempt))) return;
    this.#isLate = true;
    throw new Error('The test takes too long.');
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    const ms = now() - this.#startedAt;
    const { reached, steps } = __mutation.take();
    __mutation.activate(null);
    if (test.result?.state === 'skip') {
      this.#session.finish(nameOf(test));
      return;
    }
    const passed = (test.result?.state === 'pass') !== (test.fails ?? false);
    const next = this.#attempts?.next({ passed, isLate: this.#isLate, reached, steps, ms });
    this.#attempt = next?.value ?? undefined;
    // Vitest repeats a test until it is said to be skipped.
    if (next?.done) test.result = { state: 'skip' };
  }
}

/** Runs each test once with one mutant until the first one fails. */
class FreshRunner extends InnerRunner {
  /** The test that failed. */
  failed: string | null = null;
  readonly #attempt: Attempt;
  readonly #failing: readonly string[];

  constructor(outer: TestRunner, attempt: Attempt, failing: readonly string[]) {
    super(outer);
    this.#attempt = attempt;
    this.#failing = failing;
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.failed !== null || this.#failing.includes(nameOf(test))) test.mode = 'skip';
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!(await this.call(test, this.#attempt))) throw new Error('The test takes too long.');
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    if ((test.result?.state === 'fail') !== (test.fails ?? false)) this.failed ??= nameOf(test);
  }
}
