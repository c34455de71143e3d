import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { temporaryDataDir } from '../support/database.ts';
import { until } from '../support/market.ts';
import { type Service, spawnService, startService } from '../support/service.ts';
import { startLoad } from './load.ts';

/** Many processes start here, on machines that may be busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const run = (...args: string[]) => [process.execPath, 'dist/main.js', ...args] as const;

describe('a service of two workers with nothing configured', () => {
  let chargedAtFirst = 0;
  const dataDir = temporaryDataDir();
  let service: Service;
  let apiKey: string;
  let check: string;

  beforeAll(async () => {
    service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'info', DRAIN_MS: '2000' }, run('--workers', '2'));
    await until(() => service.output().includes('GraphQL in the browser'));
    apiKey = String(/API key\s+(assay_\w+)/.exec(service.output())?.[1]);
    check = String(/X-API-Key: \S+ (http\S+\/check\/funder\/\S+)/.exec(service.output())?.[1]);
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The process ids of workers that have come to serve, in their order. */
  const served = (): readonly number[] =>
    [...service.output().matchAll(/"worker":(\d+),"msg":"a worker serves"/g)].map(([, pid]) => Number(pid));

  it('prints one key, and every worker knows it, the sandbox and the samples', async () => {
    expect(service.output().match(/ {2}API key /g)).toHaveLength(1);
    expect(new Set(served()).size).toBe(2);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await fetch(check, { headers: { 'X-API-Key': apiKey, connection: 'close' } });
        return { status: response.status, body: JSON.parse(await response.text()) };
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    // One whose response the other worker has not noted as finished yet may be answered again for nothing.
    chargedAtFirst = answers.filter(({ body }) => body.billing.route === 'credit').length;
    expect(chargedAtFirst).toBeGreaterThan(0);
    const keys = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const response = await fetch(`${service.url}/.well-known/jwks.json`, { headers: { connection: 'close' } });
        return await response.text();
      }),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it('replaces its workers one after another without losing a request, and each charge has its answer', async () => {
    const before = served().length;
    const books = await openDatabase({ dataDir });
    const { apiKey: rich } = await openLedger(books).grant(1_000_000_000n);
    const load = startLoad({ callers: 4, apiKey: String(rich), next: () => check });
    await until(() => load.answered() > 20);
    service.process.kill('SIGUSR2');
    await until(() => service.output().includes('all workers were replaced'));
    const then = load.answered();
    await until(() => load.answered() > then + 20);
    const seen = await load.stop();
    expect(seen.lost.slice(0, 3)).toEqual([]);
    expect(served()).toHaveLength(before + 2);
    try {
      const rows = await books.sql<{ charges: number }[]>`
        SELECT count(*)::int AS charges FROM movements WHERE kind = 'charge'`;
      expect(rows[0]?.charges).toBe(seen.charged + chargedAtFirst);
      expect(await openLedger(books).audit()).toMatchObject({ postedWithoutAnswer: 0, unbalancedAccounts: 0 });
    } finally {
      await books.stop();
    }
  });

  it('puts another worker in the place of one that was killed, and goes on serving meanwhile', async () => {
    const before = served();
    process.kill(Number(before.at(-1)), 'SIGKILL');
    await until(() => served().length > before.length);
    const response = await fetch(`${service.url}/health/ready`, { headers: { connection: 'close' } });
    expect(response.status).toBe(200);
  });

  it('says that it stops, goes on answering for a while, and ends with 0', async () => {
    const ended = service.end('SIGTERM');
    await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    const response = await fetch(check, { headers: { 'X-API-Key': apiKey } });
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toBe(0);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });
});

describe('a start with workers that cannot succeed', () => {
  it.each([
    ['an unknown argument', ['--worker', '2'], {}, /arguments are not understood: npm start/],
    ['no number', ['--workers', 'two'], {}, /number of workers is not understood: npm start/],
    ['too many', ['--workers', '65'], {}, /number of workers is not understood/],
    ['a bad variable', ['--workers', '2'], { PORT: 'x' }, /PORT must be/],
    ['what only a worker finds', ['--workers', '2'], { LABELS_FILE: 'package.json' }, /package\.json/],
  ])('with %s tells it once and exits with 1', async (_, args, env: Record<string, string>, words) => {
    const service = await spawnService({ LOG_LEVEL: 'error', ...env }, run(...args));
    expect(await service.exited).toBe(1);
    expect(service.output().match(new RegExp(words, 'g'))).toHaveLength(1);
    expect(service.output()).not.toContain('    at ');
    rmSync(service.dataDir, { recursive: true, force: true });
  });
});

it('ends what is in flight at once when it is told twice to stop', async () => {
  const service = await startService({ DRAIN_MS: '60000' });
  const ended = service.end('SIGTERM');
  await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
  await pause(50);
  service.process.kill('SIGTERM');
  expect(await ended).toBe(0);
});
