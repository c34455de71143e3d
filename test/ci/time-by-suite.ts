import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Where the time of one test file went, in milliseconds of the wall clock. */
interface FileTime {
  readonly file: string;
  readonly tests: number;
  /** Loading of modules and collection of tests. */
  readonly loadMs: number;
  /** Tests with their hooks. */
  readonly runMs: number;
}

const SLOWEST = 25;

/** Prints at the end of a run where its time went: by folder, and the files that took longest. */
export class TimeBySuite implements Reporter {
  #files: FileTime[] = [];
  #startedMs = 0;

  onTestRunStart(): void {
    this.#files = [];
    this.#startedMs = performance.now();
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, prepareDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic();
    this.#files.push({
      file: relative(process.cwd(), module.moduleId),
      tests: [...module.children.allTests()].length,
      loadMs: collectDuration + prepareDuration + setupDuration + environmentSetupDuration,
      runMs: duration,
    });
  }

  onTestRunEnd(): void {
    const folders = new Set(this.#files.map(folderOf));
    const byFolder = [...folders].map((folder) => total(folder, this.#files)).sort(longestFirst);
    const slowest = [...this.#files].sort(longestFirst).slice(0, SLOWEST);
    const wall = seconds(performance.now() - this.#startedMs);
    const lines = [
      `Time by folder: seconds of the workers, which run side by side (${wall} s on the wall clock)`,
      ...byFolder.map(line),
      'The files that took longest',
      ...slowest.map(line),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

function folderOf({ file }: FileTime): string {
  return /^(?:packages\/[^/]+\/)?[^/]+\/[^/]+/.exec(file)?.[0] ?? file;
}

function total(folder: string, files: readonly FileTime[]): FileTime {
  const inside = files.filter((file) => folderOf(file) === folder);
  const sum = (of: (one: FileTime) => number) => inside.reduce((so, one) => so + of(one), 0);
  return {
    file: folder,
    tests: sum((one) => one.tests),
    loadMs: sum((one) => one.loadMs),
    runMs: sum((one) => one.runMs),
  };
}

function longestFirst(one: FileTime, other: FileTime): number {
  return other.loadMs + other.runMs - one.loadMs - one.runMs;
}

function line({ file, tests, loadMs, runMs }: FileTime): string {
  const both = seconds(loadMs + runMs).padStart(8);
  return `${both} s  ${String(tests).padStart(5)} tests  loading ${seconds(loadMs).padStart(6)} s  ${file}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
