import type { Reporter } from 'vitest/node';
import { SuiteReport } from './suite-report.ts';
import { TimeBySuite } from './time-by-suite.ts';

const { SUITE_REPORT: path, SUITE_FILES: named } = process.env;
// A test that runs a suite of its own writes no report of this one, and runs its own files.
delete process.env.SUITE_REPORT;
delete process.env.SUITE_FILES;

/** What a suite prints, and its report where CI asks for one. */
export const reporters: (string | Reporter)[] = [
  'default',
  new TimeBySuite(),
  ...(path ? [new SuiteReport(path)] : []),
];

/** The files of a suite: those that CI names, one a line, else all that fit `patterns`. A filter of vitest also takes longer names. */
export function filesOf(patterns: string[]): string[] {
  return named === undefined ? patterns : named.split('\n');
}
