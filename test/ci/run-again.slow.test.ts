import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestSpecification } from 'vitest/node';
import { type Report, SuiteReport } from './suite-report.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-again-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const BEGINNING = `
import { existsSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
const mark = import.meta.filename + '.mark';
const again = existsSync(mark);
writeFileSync(mark, '');
const told = 'the first time';
`;
const files = {
  'passes.test.ts': "it('holds', () => expect(1).toBe(1));",
  'fails.test.ts': "it('holds', () => expect(again, told).toBe(true));\nit('holds as well', () => undefined);",
  'hook.test.ts': "beforeAll(() => expect(again, told).toBe(true));\nit('holds', () => undefined);",
  'loading.test.ts': "if (!again) throw new Error(told);\nit('holds', () => undefined);",
  'rejects.test.ts':
    "it('holds', async () => {\n  if (!again) Promise.reject(new Error(told));\n  await new Promise((go) => setTimeout(go));\n});",
  'leaves-out.test.ts': "it.skipIf(again)('holds', () => expect(again, told).toBe(true));",
  // What it draws first fails, and passes with any other seed.
  'property.test.ts': `import fc from 'fast-check';
import { readFileSync } from 'node:fs';
const drawn = import.meta.filename + '.drawn';
it('holds', () => fc.assert(fc.property(fc.maxSafeInteger(), (n) => {
  if (!again) writeFileSync(drawn, String(n));
  expect(String(n)).not.toBe(readFileSync(drawn, 'utf8'));
}), { numRuns: 1, endOnFailure: true }));`,
  'dies.test.ts': "it('holds', () => {\n  if (!again) process.kill(process.pid, 'SIGKILL');\n});",
};

/** A folder for a project with this suite `test`, and the one below it for what CI keeps. */
function project(name: string, suite: string) {
  const folder = join(root, name);
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  cpSync('test/ci', join(folder, 'ci'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: suite } }));
  return { folder, logs };
}

/** What CI runs last. */
function runAgain(folder: string, faults: readonly string[] = [], seed = '') {
  const args = ['--import', 'tsx', 'ci/run-again.ts', join(folder, 'logs'), ...faults];
  const env = { ...process.env, PROPERTY_SEED: seed };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { status, output: stdout + stderr, lines: stdout.trimEnd().split('\n') };
}

/** A run after which these files failed, each with one test. When run again, those named `once` pass. */
function runAfter(name: string, failed: readonly string[], code = 1) {
  const report = (isAgain: boolean, only: readonly string[]): Report => {
    const failures = [{ test: 'holds', text: isAgain ? 'still' : 'at first' }];
    const one = (file: string) =>
      isAgain && file.startsWith('once')
        ? { file, passed: 2, failed: 0, failures: [] }
        : { file, passed: 1, failed: 1, failures };
    return { files: only.map(one), errors: [] };
  };
  const { folder, logs } = project(name, 'node suite.js');
  const reports = Object.fromEntries(failed.map((file) => [file, report(true, [file])]));
  writeFileSync(
    join(folder, 'suite.js'),
    `const report = ${JSON.stringify(reports)}[process.env.SUITE_FILES];
     (await import('node:fs')).writeFileSync(process.env.SUITE_REPORT, JSON.stringify(report));
     process.exit(report.files[0].failed);`,
  );
  writeFileSync(join(logs, 'test.json'), JSON.stringify(report(false, failed)));
  writeFileSync(join(logs, 'test.code'), String(code));
  return folder;
}

describe('a run of CI', () => {
  it('names what failed once with what it said then, in whatever way it failed, and fails for the property of a seed', () => {
    const { folder, logs } = project('ways', 'vitest run');
    const config = `import { filesOf, reporters } from './ci/settings.ts';
      const setupFiles = process.env.PROPERTY_SEED ? ['ci/property-seed.ts'] : [];
      export default { test: { reporters, setupFiles, include: filesOf(['*.test.ts']) } };`;
    writeFileSync(join(folder, 'vitest.config.ts'), config);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), BEGINNING + text);
    const env = { ...process.env, PROPERTY_SEED: '7', SUITE_REPORT: join(logs, 'test.json') };
    const { status: code } = spawnSync('npm', ['test', '--silent'], { cwd: folder, env });
    writeFileSync(join(logs, 'test.code'), String(code));
    const { status, output, lines } = runAgain(folder, [], '7');
    expect(lines.filter((line) => line.startsWith('flaky: ')).sort(), output).toEqual([
      'flaky: dies.test.ts › the file did not end',
      'flaky: fails.test.ts › holds',
      'flaky: hook.test.ts › its hooks or its loading',
      'flaky: loading.test.ts › its hooks or its loading',
      'flaky: rejects.test.ts › an error outside of tests',
    ]);
    const [ofFlaky = ''] = output.split('failed twice: ');
    expect(ofFlaky.match(/^ {4}.*the first time/gm), output).toHaveLength(4);
    expect(lines.filter((line) => line.startsWith('failed twice: ')).sort()).toEqual([
      'failed twice: leaves-out.test.ts › all of it',
      'failed twice: property.test.ts › holds',
    ]);
    expect([lines.at(-1), status], output).toEqual(['7 passed, 2 failed', 1]);
  });

  it('runs again what never ran, because its worker died before', () => {
    const path = join(root, 'absent.json');
    const report = new SuiteReport(path);
    report.onTestRunStart([{ moduleId: resolve('test/absent.test.ts') } as TestSpecification]);
    report.onTestRunEnd([], [{ message: 'a worker died' }]);
    const failures = [{ test: 'the file did not run', text: 'a worker died' }];
    const files = [{ file: 'test/absent.test.ts', passed: 0, failed: 1, failures }];
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ files, errors: [] });
  });

  it('fails for a file that fails twice, and says what it said the second time', () => {
    const { status, lines } = runAgain(runAfter('twice', ['always.test.ts', 'once.test.ts']));
    expect(lines).toEqual([
      ...['flaky: once.test.ts › holds', '    at first'],
      ...['failed twice: always.test.ts › holds', '    still'],
      '3 passed, 1 failed',
    ]);
    expect(status).toBe(1);
  });

  it('passes with five flaky files, and fails with six', () => {
    const named = (count: number) => Array.from({ length: count }, (_, n) => `once-${n}.test.ts`);
    const five = runAgain(runAfter('five', named(5)));
    expect([five.lines.at(-1), five.status]).toEqual(['10 passed, 0 failed', 0]);
    const six = runAgain(runAfter('six', named(6)));
    expect([six.lines.at(-1), six.status]).toEqual(['12 passed, 1 failed', 1]);
  });

  it('runs no file again where more failed than a moment explains', () => {
    const all = Array.from({ length: 21 }, (_, n) => `once-${n}.test.ts`);
    const { status, lines } = runAgain(runAfter('all', all));
    expect(lines.filter((line) => line.startsWith('failed, and not run again'))).toHaveLength(21);
    expect([lines.at(-1), status]).toEqual(['21 passed, 21 failed', 1]);
  });

  it('fails for a step without test files, for a suite that left no report, and for one that says nothing of its exit', () => {
    const step = runAgain(runAfter('step', [], 0), ['types failed']);
    expect([step.lines, step.status]).toEqual([['fault: types failed', '0 passed, 1 failed'], 1]);
    const silent = runAgain(runAfter('silent', [], 1));
    expect(silent.lines).toEqual(['fault: test exited with 1, though no test file failed', '0 passed, 1 failed']);
    const { folder, logs } = project('unreported', 'exit 1');
    writeFileSync(join(logs, 'test.code'), '134');
    expect(runAgain(folder).lines).toEqual(['fault: test exited with 134 and left no report', '0 passed, 1 failed']);
  });
});
