import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let sandbox: Sandbox;
const project = mkdtempSync(join(tmpdir(), 'assay-core-'));

/** A project that has what `npm pack` makes of core, with the packages that its manifest names and no others. */
beforeAll(async () => {
  sandbox = await startSandbox();
  const packed = execFileSync('npm', ['pack', '-w', 'assay-core', '--json', '--pack-destination', project], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const home = join(project, 'node_modules', 'assay-core');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, filename), '-C', home, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(project, { recursive: true });
});

/** The example of the README about one of the sandbox's tokens. */
function example(subject: string): string {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('packages/core/README.md', 'utf8')) ?? [];
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10);
  return code.replace(/'[1-9A-HJ-NP-Za-km-z]{32,44}'/, `'${subject}'`);
}

it.each(['LOW_RISK', 'CRITICAL'])('the example of the README says %s over the endpoint that it is given', (verdict) => {
  const subject = sandbox.subjects.find((one) => one.kind === 'token' && one.verdict === verdict)?.address ?? '';
  const file = join(project, 'example.mjs');
  writeFileSync(file, example(subject));
  const env = { ...process.env, RPC_URL: sandbox.url };
  const said = execFileSync(process.execPath, [file], { cwd: project, env, encoding: 'utf8' });
  expect(said.split(' ')[0]).toBe(verdict);
});

it('the package has its program, its types and no source', () => {
  const files = readdirSync(join(project, 'node_modules', 'assay-core'), { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'README.md', 'LICENSE']));
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
});
