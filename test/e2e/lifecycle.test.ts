import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import { readWorld } from '#sandbox/replay/folder.ts';
import { replayMethods } from '#sandbox/replay/methods.ts';
import { clean } from '../ledger/fixture.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FaultyRpc, serveFaultyRpc } from '../support/faulty-rpc.ts';
import { spawnService, startService } from '../support/service.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const subjects: readonly { readonly verdict: string; readonly address: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = String(subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address);

let database: TestDatabase;
let ledger: Ledger;
let rpc: FaultyRpc;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
  rpc = await serveFaultyRpc(replayMethods(readWorld(FOLDER)), 300);
  settings = {
    SOLANA_RPC_URLS: rpc.url,
    ...devnetSettings,
    DATABASE_URL: database.url,
  };
});

afterAll(async () => {
  await rpc.close();
  await database.stop();
});

async function newKey(): Promise<string> {
  return String((await ledger.grant(10_000_000n)).apiKey);
}

describe('a start that cannot succeed', () => {
  it.each([
    ['production without endpoints', { NODE_ENV: 'production' }, ['SOLANA_RPC_URLS is required']],
    ['several mistakes', { PORT: 'x', PAY_TO: 'y', SOLANA_RPC_URLS: 'z' }, ['PORT', 'PAY_TO', 'X402_FACILITATOR']],
  ])('with %s exits with 1 and names each', async (_, env: Record<string, string>, words) => {
    const service = await spawnService(env);
    expect(await service.exited).toBe(1);
    for (const word of words) expect(service.output()).toContain(word);
    expect(service.output()).not.toContain('    at ');
  });

  it('on a port in use exits with 1 before anything is started', async () => {
    const port = new URL(rpc.url).port;
    const service = await spawnService({ PORT: port, LOG_LEVEL: 'info' });
    expect([await service.exited, service.output()]).toEqual([1, expect.stringContaining(`PORT ${port}`)]);
    expect(service.output()).not.toContain('PostgreSQL');
  });

  it('on another network exits with 1 and says which one it found', async () => {
    const service = await spawnService({ ...settings, SOLANA_NETWORK: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
    expect([await service.exited, service.output()]).toEqual([
      1,
      expect.stringContaining('EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    ]);
  });
});

describe('SIGTERM', () => {
  it('to npm reaches the service, which ends with 0', async () => {
    const service = await startService(settings, ['npm', 'start']);
    expect(await service.end('SIGTERM')).toBe(0);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });

  it('lets a check in flight finish, be charged and be delivered, and exits with 0', async () => {
    const service = await startService(settings);
    const headers = { 'X-API-Key': await newKey() };
    const before = rpc.requests.length;
    const answer = fetch(`${service.url}/check/funder/${subject}`, { headers });
    while (rpc.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    const ended = service.end('SIGTERM');
    const response = await answer;
    expect([response.status, (await response.json()).billing.charged_usdc]).toEqual([200, '0.05']);
    expect(await ended).toBe(0);
    expect(await ledger.audit()).toMatchObject({ staleHolds: 0, postedWithoutAnswer: 0, sumAtomic: 0n });
  });
});

describe('kill -9 during checks', () => {
  it('leaves sound books: what was delivered was charged once, what was not is given back', async () => {
    const service = await startService(settings);
    const apiKey = await newKey();
    const before = rpc.requests.length;
    let delivered = 0;
    const checks = Array.from({ length: 30 }, async (_, i) => {
      await new Promise((resolve) => setTimeout(resolve, i * 40));
      const url = `${service.url}/check/funder/${subjects[i % subjects.length]?.address}`;
      const answer = await fetch(url, { headers: { 'X-API-Key': apiKey } })
        .then((r) => r.json())
        .catch(() => null);
      if (answer?.billing?.route === 'credit') delivered += 1;
    });
    while (rpc.requests.length < before + 6) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await service.end('SIGKILL');
    await Promise.all(checks);
    const { sql } = database.database;
    const held = await sql`SELECT count(*)::int AS n FROM holds WHERE state = 'held'`;
    expect(held[0]?.n).toBeGreaterThan(0);
    // A lease that nobody renews ends after a minute; the clock of the database is not ours to turn, the lease is.
    await sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
    const again = await startService(settings);
    expect(await ledger.audit()).toEqual(clean);
    const open = await sql`SELECT count(*)::int AS n FROM holds WHERE state = 'held'`;
    expect(open[0]?.n).toBe(0);
    const response = await fetch(`${again.url}/check/funder/${subject}`, { headers: { 'X-API-Key': apiKey } });
    const charges = 200 - Math.round(Number((await response.json()).billing.balance_usdc) / 0.05) - 1;
    expect(charges).toBeGreaterThanOrEqual(delivered);
    await again.end('SIGTERM');
  });
});
