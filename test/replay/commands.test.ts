import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { afterAll, expect, it } from 'vitest';
import { SANDBOX_WORLD } from './worlds.ts';

const folder = mkdtempSync(join(tmpdir(), 'record-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts an operator command and waits for the URL that it prints as its one line. */
async function start(...args: string[]): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const line = await new Promise<string>((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk))));
  expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  return { url: line.trim(), child };
}

async function call(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', body });
  return ((await response.json()) as { result: unknown }).result;
}

it('a served folder can be recorded into another one that serves the same', async () => {
  const source = await start('src/operator/replay.ts', SANDBOX_WORLD);
  const proxy = await start('src/operator/record.ts', source.url, folder);
  const world = readWorld(SANDBOX_WORLD);
  const [address, lines] = [...world.histories].find(([, list]) => list.length > 3) ?? [];
  expect(await call(proxy.url, 'getSlot')).toBe(world.slot);
  await call(proxy.url, 'getSignaturesForAddress', address);
  await call(proxy.url, 'getAccountInfo', address, { encoding: 'base64' });
  proxy.child.kill('SIGTERM');
  expect(await new Promise((resolve) => proxy.child.once('exit', resolve))).toBe(0);
  const recorded = readWorld(folder);
  expect(recorded.slot).toBe(world.slot);
  expect(recorded.genesisHash).toBe(world.genesisHash);
  expect(recorded.histories.get(address as never)).toEqual(lines);
  expect(recorded.accounts.get(address as never)).toEqual(world.accounts.get(address as never));
});
