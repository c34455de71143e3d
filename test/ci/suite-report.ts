import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Something that went wrong in a test file. */
interface Failure {
  readonly file: string;
  /** The full name of a test, or words for what is not one test. */
  readonly test: string;
  readonly text: string;
}

/** What one run of a suite came to, as `SUITE_REPORT` holds it in JSON. */
export interface Report {
  /** Each file of the run with how many of its tests passed and failed. */
  readonly files: readonly { readonly file: string; readonly passed: number; readonly failed: number }[];
  readonly failures: readonly Failure[];
  /** Errors of which nobody knows in which file they arose. */
  readonly errors: readonly string[];
}

const ENDED = new Set(['passed', 'failed', 'skipped']);

/** Writes a report of the run to a file when it ends. Throws what writing throws. */
export class SuiteReport implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outside = unhandled.map((error) => ({ path: error.VITEST_TEST_PATH, text: textOf(error) }));
    const unplaced = outside.filter(({ path }) => typeof path !== 'string').map(({ text }) => text);
    const cutOff = modules.filter((module) => !ENDED.has(module.state()));
    const report: Report = {
      files: modules.map(countsOf),
      failures: [
        ...modules.flatMap(failuresOf),
        ...outside.flatMap(({ path, text }) =>
          typeof path === 'string' ? [{ file: fromRoot(path), test: 'an error outside of tests', text }] : [],
        ),
        ...cutOff.map(({ moduleId }) => ({
          file: fromRoot(moduleId),
          test: 'the file did not end',
          text: unplaced.join('\n'),
        })),
      ],
      // A process that dies says so of no file. It is what cut these files off.
      errors: cutOff.length > 0 ? [] : unplaced,
    };
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

function countsOf(module: TestModule): Report['files'][number] {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((one) => one === state).length;
  return { file: fromRoot(module.moduleId), passed: count('passed'), failed: count('failed') };
}

/** The failures of a file: those of its tests, of its hooks and of its loading. */
function failuresOf(module: TestModule): readonly Failure[] {
  const file = fromRoot(module.moduleId);
  const failures = [...module.children.allTests()]
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({ file, test: test.fullName, text: textsOf(test.result().errors ?? []) }));
  const around = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
  return around.length === 0
    ? failures
    : [...failures, { file, test: 'its hooks or its loading', text: textsOf(around) }];
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

function fromRoot(path: string): string {
  return relative(process.cwd(), path);
}
