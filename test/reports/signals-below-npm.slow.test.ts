// The service runs below npm, and a signal goes to npm: some are handed on, others end npm and leave the service running, with its port taken.
// Reported of others: https://github.com/npm/npm/issues/4603 and https://github.com/npm/npm/issues/8162 (signals end npm alone),
// https://github.com/anomalyco/opencode/pull/26259 (a service outlives the program that started it),
// https://github.com/npm/cli/issues/5021 (npm hands on the Ctrl-C that the terminal has sent already, so that it counts as two).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { recordedSubject } from '../drills/stage.ts';
import { familyOf, living } from '../operation/processes.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';
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

it.each([[[]], [['--', '--workers', '1']]])(
  'Ctrl-C at a terminal with npm start %j lets what is in flight finish',
  async (options) => {
    const database = await openTestDatabase();
    let pause: Promise<void> | undefined;
    const table = replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox')));
    const rpc = await serveFaultyRpc(table, async () => await pause);
    onTestFinished(async () => {
      await rpc.close();
      await database.stop();
    });
    const apiKey = String((await openLedger(database.database).grant(1_000_000n)).apiKey);
    const env = { ...devnetSettings, LOG_LEVEL: 'info', DATABASE_URL: database.url, SOLANA_RPC_URLS: rpc.url };
    // A terminal sends to the whole group, npm and the service.
    const service = await startProcess(env, ['setsid', 'npm', 'start', ...options]);
    let goOn = (): void => undefined;
    pause = new Promise((resolve) => {
      goOn = resolve;
    });
    const asked = rpc.requests.length;
    const path = `/check/funder/${recordedSubject('CEX_FUNDED')}`;
    const answer = fetch(service.url + path, { headers: { 'X-API-Key': apiKey } });
    await until(() => rpc.requests.length > asked);
    process.kill(-(service.process.pid ?? 0), 'SIGINT');
    await until(() => service.output().includes('stopping: '));
    // npm hands it on within that time.
    await new Promise((resolve) => setTimeout(resolve, 400));
    goOn();
    expect((await answer).status).toBe(200);
    await service.exited;
  },
);
