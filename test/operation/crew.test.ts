import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { until } from '../support/market.ts';
import { type Service, startService } from '../support/service.ts';
import { startLoad } from './load.ts';
import { familyOf, living } from './processes.ts';

/** Many processes start here, on machines that may be busy. */
vi.setConfig({ testTimeout: 150_000 });

const COMMAND = [process.execPath, 'dist/main.js', '--workers', '2'] as const;
const CHECKS = 10;

const open = (env: Readonly<Record<string, string>> = {}): Promise<Service> =>
  startService({ LOG_LEVEL: 'info', ...env }, COMMAND);

/** The process ids of workers that have come to serve, in their order. */
const served = (service: Service): readonly number[] =>
  [...service.output().matchAll(/"worker":(\d+),"msg":"a worker serves"/g)].map(([, pid]) => Number(pid));

describe('a worker that is told to leave before it listens', () => {
  it('leaves when it does: the service ends with 0, and nobody is left', async () => {
    const service = await open();
    await until(() => served(service).length === 2);
    process.kill(Number(served(service)[0]), 'SIGKILL');
    await until(() => service.output().includes('a worker has ended and is replaced'));
    await pause(30);
    const family = familyOf(service.process.pid ?? 0, null);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(living(family)).toEqual([]);
  });
});

describe('the figures of workers that are replaced', () => {
  /** What all workers counted of checks, as whichever of them is asked says it. */
  async function counted(service: Service): Promise<number> {
    const response = await fetch(`${service.url}/metrics`, { headers: { connection: 'close' } });
    const lines = (await response.text()).match(/^assay_checks_total\{.*\} \d+$/gm) ?? [];
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** The key with credit and the address of a sample check, as the banner has them. */
  const printed = (service: Service) => ({
    apiKey: String(/API key\s+(assay_\w+)/.exec(service.output())?.[1]),
    check: String(/X-API-Key: \S+ (http\S+\/check\/funder\/\S+)/.exec(service.output())?.[1]),
  });

  async function ask(service: Service, times: number): Promise<void> {
    const { apiKey, check } = printed(service);
    for (let n = 0; n < times; n += 1) {
      const response = await fetch(check, { headers: { 'X-API-Key': apiKey, connection: 'close' } });
      expect([response.status, (await response.json()).kind]).toEqual([200, 'funder']);
    }
  }

  it('are kept and counted once: no sum falls or grows while nobody asks', async () => {
    const service = await open({ DRAIN_MS: '500' });
    await until(() => service.output().includes('GraphQL in the browser') && served(service).length === 2);
    await ask(service, CHECKS);
    const seen = [await counted(service)];
    service.process.kill('SIGUSR2');
    while (!service.output().includes('all workers were replaced')) {
      seen.push(await counted(service));
      await pause(100);
    }
    await ask(service, CHECKS);
    const after = await counted(service);
    expect(new Set(served(service)).size).toBe(4);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([CHECKS]));
    expect(after).toBe(2 * CHECKS);
  });

  it('are all there when callers went on asking and nobody looked at them meanwhile', async () => {
    const service = await open({ DRAIN_MS: '500' });
    await until(() => service.output().includes('GraphQL in the browser') && served(service).length === 2);
    const { check } = printed(service);
    const books = await openDatabase({ dataDir: service.dataDir });
    const { apiKey } = await openLedger(books).grant(1_000_000_000n);
    await books.stop();
    const load = startLoad({ callers: 3, apiKey: String(apiKey), next: () => check });
    await until(() => load.answered() > 20);
    service.process.kill('SIGUSR2');
    await until(() => service.output().includes('all workers were replaced'));
    const seen = await load.stop();
    const after = await counted(service);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(seen.lost.slice(0, 3)).toEqual([]);
    expect(after).toBe(seen.answered);
  });
});
