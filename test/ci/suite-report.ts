import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node';

/** Something that went wrong in a test file. */
interface Failure {
  /** The full name of a test, or words for what is not one test. */
  readonly test: string;
  readonly text: string;
}

/** What one test file came to. */
export interface FileReport {
  readonly file: string;
  readonly passed: number;
  /** Tests that failed; 1 at least where anything of the file failed. */
  readonly failed: number;
  readonly failures: readonly Failure[];
}

/** What one run of a suite came to, as `SUITE_REPORT` holds it in JSON. */
export interface Report {
  readonly files: readonly FileReport[];
  /** Errors of which nobody knows in which file they arose. */
  readonly errors: readonly string[];
}

const ENDED = new Set(['passed', 'failed', 'skipped']);

/** Writes a report of the run to a file when it ends. Throws what writing throws. */
export class SuiteReport implements Reporter {
  readonly #path: string;
  #files: readonly string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const isOf = (module: TestModule) => (error: SerializedError) => error.VITEST_TEST_PATH === module.moduleId;
    const unplaced = unhandled.filter((error) => !modules.some((module) => isOf(module)(error)));
    const absent = this.#files.filter((file) => !modules.some(({ moduleId }) => moduleId === file));
    const failures = [{ test: 'the file did not run', text: textsOf(unplaced) }];
    const report: Report = {
      files: [
        ...modules.map((module) => fileReport(module, unhandled.filter(isOf(module)), unplaced)),
        ...absent.map((file) => ({ file: relative(process.cwd(), file), passed: 0, failed: 1, failures })),
      ],
      // A process that dies says so of no file. It is what cut off those that did not run or end.
      errors: absent.length === 0 && modules.every(hasEnded) ? unplaced.map(textOf) : [],
    };
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

function hasEnded(module: TestModule): boolean {
  return ENDED.has(module.state());
}

/** `outside`: errors that arose in the file outside of its tests. `unplaced`: those of which nobody knows where. */
function fileReport(
  module: TestModule,
  outside: readonly SerializedError[],
  unplaced: readonly SerializedError[],
): FileReport {
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === 'failed');
  const around = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
  const failures = [
    ...failed.map((test) => ({ test: test.fullName, text: textsOf(test.result().errors ?? []) })),
    ...(around.length > 0 ? [{ test: 'its hooks or its loading', text: textsOf(around) }] : []),
    ...(outside.length > 0 ? [{ test: 'an error outside of tests', text: textsOf(outside) }] : []),
    ...(hasEnded(module) ? [] : [{ test: 'the file did not end', text: textsOf(unplaced) }]),
  ];
  return {
    file: relative(process.cwd(), module.moduleId),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: Math.max(failed.length, Math.sign(failures.length)),
    failures,
  };
}

function textsOf(errors: readonly SerializedError[]): string {
  return errors.map(textOf).join('\n');
}

/** What an error says, its difference between expected and actual, and where it was thrown. */
function textOf({ message, diff, stack }: SerializedError): string {
  const places = (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && line.includes('/') && !line.includes('node_modules'));
  return stripVTControlCharacters([message, ...(typeof diff === 'string' ? [diff] : []), ...places].join('\n'));
}
