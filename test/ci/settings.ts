import type { Reporter } from 'vitest/node';
import { SuiteReport } from './suite-report.ts';
import { TimeBySuite } from './time-by-suite.ts';

const { SUITE_REPORT: path, SUITE_FILES: named, PROPERTY_SEED: seed } = process.env;
// A test that runs a suite of its own writes no report of this one, and runs its own files.
delete process.env.SUITE_REPORT;
delete process.env.SUITE_FILES;

/** What a suite prints, and its report where CI asks for one. */
export const reporters: (string | Reporter)[] = [
  'default',
  new TimeBySuite(),
  ...(path ? [new SuiteReport(path)] : []),
];

/** What a file runs first. `PROPERTY_SEED` gives all properties the cases of one seed. */
export const setupFiles = ['test/support/own-fetch.ts', ...(seed ? ['test/ci/property-seed.ts'] : [])];

/** The files of a suite: those that CI names, one a line, else all that fit `patterns`. A filter of vitest would take every file whose path holds the name. */
export function filesOf(patterns: string[]): string[] {
  return named === undefined ? patterns : named.split('\n');
}
