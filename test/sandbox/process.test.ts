import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAlive } from 'assay-sandbox/postgres/postmaster.ts';
import { startSandbox } from 'assay-sandbox/start.ts';
import { expect, test } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { until } from '../support/until.ts';

test('a chain that is killed comes back on the same port with the same world, and a stopped one does not', async () => {
  const lines: string[] = [];
  const sandbox = await startSandbox({ log: (line) => lines.push(line) });
  const pid = sandbox.pid() ?? 0;
  const subjects = await rpc(sandbox.url, 'sandbox_subjects');
  const slot = await rpc<number>(sandbox.url, 'getSlot');
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
  await until(() =>
    rpc(sandbox.url, 'getHealth').then(
      () => true,
      () => false,
    ),
  );
  expect(sandbox.pid()).not.toBe(pid);
  expect(await rpc(sandbox.url, 'sandbox_subjects')).toEqual(subjects);
  expect(await rpc<number>(sandbox.url, 'getSlot')).toBeGreaterThanOrEqual(slot);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('SIGKILL');
  const restarted = sandbox.pid() ?? 0;
  await sandbox.stop();
  expect(isAlive(restarted)).toBe(false);
  await expect(rpc(sandbox.url, 'getHealth')).rejects.toThrow();
  expect(lines).toHaveLength(1);
});

test('the chain ends when its parent is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sandbox-'));
  const script = join(folder, 'parent.mts');
  const start = pathToFileURL(join(import.meta.dirname, '../../packages/sandbox/src/start.ts')).href;
  writeFileSync(
    script,
    `const { startSandbox } = await import(${JSON.stringify(start)});
     process.stdout.write(String((await startSandbox()).pid()));`,
  );
  const parent = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  parent.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output !== '');
  expect(isAlive(Number(output))).toBe(true);
  parent.kill('SIGKILL');
  await until(() => !isAlive(Number(output)));
  rmSync(folder, { recursive: true, force: true });
});
