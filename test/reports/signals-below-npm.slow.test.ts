// The service runs below npm, and a signal goes to npm: some are handed on, others end npm and leave the service running, with its port taken.
// Reported of others: https://github.com/npm/npm/issues/4603 and https://github.com/npm/npm/issues/8162 (signals end npm alone),
// https://github.com/anomalyco/opencode/pull/26259 (a service outlives the program that started it).
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { familyOf, living } from '../operation/processes.ts';
import { until } from '../support/market.ts';
import { startProcess } from '../support/service.ts';

/** The fenced blocks of the page that start a process or send it a signal. */
const blocks = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, text = '']) => text,
);
const started = blocks.find((text) => text.includes('> assay.pid'));
const told = blocks.find((text) => text.includes('kill -USR2'));

it.each(['SIGTERM', 'SIGINT'] as const)('%s to npm ends the service with it', async (signal) => {
  const service = await startProcess({}, ['npm', 'start']);
  const family = familyOf(service.process.pid ?? 0, null);
  expect(family.length).toBeGreaterThan(1);
  await service.end(signal);
  await until(async () => living(family).length === 0);
  await expect(fetch(service.url)).rejects.toThrow();
});

it('the commands of the documentation start a service whose workers SIGUSR2 replaces, and which goes on', async () => {
  if (!started || !told) throw new Error('docs/operating.md has no such commands');
  const inShell = (text: string) =>
    text.replaceAll('assay.pid', '"$DATA_DIR".pid').replace('--workers max', '--workers 1');
  // The shell waits as one at a terminal does, and runs the second command when the test asks for it.
  const script = `trap '${inShell(told).split('#')[0]?.trim()}' USR1\n${inShell(started)}\nwhile :; do wait; [ $? -le 128 ] && exit; done`;
  const service = await startProcess({ LOG_LEVEL: 'info' }, ['sh', '-c', script]);
  const family = familyOf(service.process.pid ?? 0, null);
  service.process.kill('SIGUSR1');
  await until(() => service.output().includes('all workers were replaced'));
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  process.kill(Number(readFileSync(`${service.dataDir}.pid`, 'utf8')), 'SIGTERM');
  await service.exited;
  await until(async () => living(family).length === 0);
});
