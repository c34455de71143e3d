import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAIN_MS_MAX } from '#config/stop-times.ts';
import { readWorkers } from '#config/workers.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { ONE_SIGNAL_MS } from '../../src/app/stopping.ts';
import { recordedSubject } from '../drills/stage.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';
import { spawnProcess, startProcess } from '../support/service.ts';

/** The longest drain takes this long in the test, in milliseconds, and all other long times are shorter by the same factor. */
const DRAIN_MS = hangMs(5_000);
/** Shorter times stay as they are. */
const LONG_MS_MIN = 20_000;

/** Runs before the service's own code, in the primary and in its workers, and makes its long timers shorter. */
const SHIM = `
  import { syncBuiltinESMExports } from 'node:module';
  import promises from 'node:timers/promises';
  const shorter = (ms) => (ms >= ${LONG_MS_MIN} ? ms * ${DRAIN_MS / DRAIN_MS_MAX} : ms);
  const [set, pause] = [globalThis.setTimeout, promises.setTimeout];
  globalThis.setTimeout = (run, ms, ...rest) => set(run, shorter(ms), ...rest);
  promises.setTimeout = (ms, ...rest) => pause(shorter(ms), ...rest);
  syncBuiltinESMExports();`;

let database: TestDatabase;
let rpc: FaultyRpc;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await openTestDatabase();
  rpc = await serveFaultyRpc(replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox'))));
  settings = { ...devnetSettings, DATABASE_URL: database.url, SOLANA_RPC_URLS: rpc.url };
});
afterAll(async () => {
  await rpc.close();
  await database.stop();
});

it('a service of workers says that it stops and answers to the end of the longest drain, which is not cut', async () => {
  const apiKey = String((await openLedger(database.database).grant(1_000_000n)).apiKey);
  const node = [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(SHIM)}`] as const;
  const env = { ...settings, DRAIN_MS: String(DRAIN_MS_MAX) };
  const service = await startProcess(env, [...node, 'dist/main.js', '--workers', '1']);
  const begun = performance.now();
  const ended = service.end('SIGTERM');
  await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
  const check = `${service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`;
  const response = await fetch(check, { headers: { 'X-API-Key': apiKey } });
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  const answers = async (): Promise<boolean> =>
    await fetch(`${service.url}/health`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(async () => !(await answers()));
  expect(performance.now() - begun).toBeGreaterThan(DRAIN_MS * 0.99);
  expect(await ended).toBe(0);
});

it.each([[[]], [['--workers', '1']]])(
  'a service %j ends what is in flight at once when it gets two stop signals',
  async (args) => {
    const service = await startProcess({ ...settings, DRAIN_MS: '60000' }, [process.execPath, 'dist/main.js', ...args]);
    const ended = service.end('SIGTERM');
    await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    await new Promise((resolve) => setTimeout(resolve, ONE_SIGNAL_MS + 100));
    service.process.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);

describe('a start with workers that cannot succeed', () => {
  const causes: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp])[] = [
    ['an unknown argument', ['--worker', '2'], {}, /arguments are not understood: npm start/g],
    ['a bad variable', ['--workers', '2'], { PORT: 'x' }, /PORT must be/g],
    ['what only a worker finds', ['--workers', '2'], { LABELS_FILE: 'package.json' }, /package\.json/g],
  ];
  it.each(causes)('with %s tells it once and exits with 1', async (_, args, env, words) => {
    const command = [process.execPath, 'dist/main.js', ...args] as const;
    const service = await spawnProcess({ ...settings, LOG_LEVEL: 'error', ...env }, command);
    expect(await service.exited).toBe(1);
    expect(service.output().match(words)).toHaveLength(1);
    expect(service.output()).not.toContain('    at ');
    rmSync(service.dataDir, { recursive: true, force: true });
  });

  it.each(['two', '65', '0', '-1', ''])('does not understand %j workers', (count) => {
    expect(() => readWorkers([`--workers=${count}`], 2)).toThrow(/^the number of workers is not understood: npm start/);
  });
});
