import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FileReport, Report } from './suite-report.ts';

/*
 * The last step of CI: `node --import tsx test/ci/run-again.ts FOLDER [FAULT ...]`. FOLDER holds for each suite its exit code,
 * `SUITE.code`, and its report, `SUITE.json`. A FAULT says what failed beside the suites. Each test file that failed runs once more,
 * by itself. Prints what that came to, then `N passed, N failed`. Exits with 1 when a file failed twice, when too many failed once, or
 * when something failed that is no test file.
 */

/** Where more files pass only the second time, the machine had no bad moment: the tests are at fault. */
const FLAKY_FILES_MAX = 5;
/** Where more files fail, all have one reason, and running each by itself takes longer than CI may. */
const AGAIN_FILES_MAX = 20;

/** What a file of a suite came to. */
interface FileResult extends FileReport {
  readonly suite: string;
}

const [folder = '', ...given] = process.argv.slice(2);

/** The report of a run; null where the run ended before it could write one. */
function reportAt(path: string): Report | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** What went wrong with a suite beside its files. */
function faultsOf(suite: string, code: number, report: Report | null): readonly string[] {
  if (report === null) return [`${suite} exited with ${code} and left no report`];
  if (report.errors.length > 0) return report.errors.map((text) => `${suite}, outside of its files: ${text}`);
  return code === 0 || report.files.some(({ failed }) => failed > 0)
    ? []
    : [`${suite} exited with ${code}, though no test file failed`];
}

/** Runs a file of a suite by itself. Where fewer of its tests passed than before, or none, it failed: some were left out. */
function runAlone({ suite, file, passed }: FileResult): FileResult {
  const path = join(folder, 'again.report');
  rmSync(path, { force: true });
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', suite], {
    env: { ...process.env, SUITE_REPORT: path, SUITE_FILES: file },
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const report = reportAt(path);
  const result = { suite, ...(report?.files[0] ?? { file, passed: 0, failed: 0, failures: [] }) };
  if (result.failed > 0 || (status === 0 && result.passed >= Math.max(1, passed))) return result;
  const text = report?.errors.join('\n') || `${stdout}${stderr}`.slice(-2_000);
  return { ...result, failed: 1, failures: [{ test: 'all of it', text }] };
}

function print(kind: string, results: readonly FileResult[]): void {
  for (const { file, failures } of results)
    for (const { test, text } of failures) console.log(`${kind}: ${file} › ${test}\n${text.replace(/^/gm, '    ')}`);
}

const suites = readdirSync(folder)
  .filter((name) => name.endsWith('.code'))
  .map((name) => {
    const suite = name.slice(0, -'.code'.length);
    const code = Number(readFileSync(join(folder, name), 'utf8'));
    return { suite, code, report: reportAt(join(folder, `${suite}.json`)) };
  });
const faults = [...given, ...suites.flatMap(({ suite, code, report }) => faultsOf(suite, code, report))];
const first = suites.flatMap(({ suite, report }) => (report?.files ?? []).map((file) => ({ suite, ...file })));
const failing = first.filter(({ failed }) => failed > 0);
const tried = failing.length > AGAIN_FILES_MAX ? [] : failing;
const second = tried.map(runAlone);
const flaky = tried.filter((_, n) => second[n]?.failed === 0);
if (flaky.length > FLAKY_FILES_MAX) faults.push(`${flaky.length} flaky files, and ${FLAKY_FILES_MAX} may be`);

print('flaky', flaky);
print('failed twice', second);
if (tried.length < failing.length) print('failed, and not run again among so many', failing);
for (const fault of faults) console.log(`fault: ${fault}`);

const last = [...first.filter((result) => !tried.includes(result)), ...second];
const sum = (of: 'passed' | 'failed') => last.reduce((so, result) => so + result[of], 0);
const failed = sum('failed') + faults.length;
console.log(`${sum('passed')} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
