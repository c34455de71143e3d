import type { Reporter } from 'vitest/node';
import { SuiteReport } from './suite-report.ts';
import { TimeBySuite } from './time-by-suite.ts';

const path = process.env.SUITE_REPORT;
// A test that runs a suite of its own does not write the report of this one.
delete process.env.SUITE_REPORT;

/** What a suite prints, and its report where CI asks for one. */
export const reporters: (string | Reporter)[] = [
  'default',
  new TimeBySuite(),
  ...(path ? [new SuiteReport(path)] : []),
];
