import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { clean, idle, PRICE } from '../ledger/fixture.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openService, spawnProcess, startProcess } from '../support/service.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const subjects: readonly { readonly verdict: string; readonly address: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = String(subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address);
/** Checks that are delivered before the kill, and those that are under way when it comes. */
const DELIVERED = 6;
const KILLED = 12;
/** Transactions that the endpoint still gives to the latter. */
const LET_THROUGH = 3;
const CREDIT = 10_000_000n;

let database: TestDatabase;
let ledger: Ledger;
let rpc: FaultyRpc;
let settings: Record<string, string>;
/** What each request for a transaction waits for at the endpoint. */
let gate: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
  const methods = replayMethods(readWorld(FOLDER));
  rpc = await serveFaultyRpc({
    ...methods,
    getTransaction: async (params) => {
      await gate();
      return methods.getTransaction?.(params);
    },
  });
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
  return String((await ledger.grant(CREDIT)).apiKey);
}

describe('a start that cannot succeed', () => {
  it.each([
    ['production without endpoints', { NODE_ENV: 'production' }, ['SOLANA_RPC_URLS is required']],
    ['several mistakes', { PORT: 'x', PAY_TO: 'y', SOLANA_RPC_URLS: 'z' }, ['PORT', 'PAY_TO', 'X402_FACILITATOR']],
  ])('with %s exits with 1 and names each', async (_, env: Record<string, string>, words) => {
    const service = await spawnProcess(env);
    expect(await service.exited).toBe(1);
    for (const word of words) expect(service.output()).toContain(word);
    expect(service.output()).not.toContain('    at ');
  });

  it('on a port in use exits with 1 before anything is started', async () => {
    const port = new URL(rpc.url).port;
    const service = await spawnProcess({ PORT: port, LOG_LEVEL: 'info' });
    expect([await service.exited, service.output()]).toEqual([1, expect.stringContaining(`PORT ${port}`)]);
    expect(service.output()).not.toContain('PostgreSQL');
  });

  it('on another network exits with 1 and says which one it found', async () => {
    const service = await spawnProcess({ ...settings, SOLANA_NETWORK: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
    expect([await service.exited, service.output()]).toEqual([
      1,
      expect.stringContaining('EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    ]);
  });
});

describe('SIGTERM to npm', () => {
  it('reaches the service, which lets a check in flight finish, be charged and be delivered, and ends with 0', async () => {
    const service = await startProcess(settings, ['npm', 'start']);
    const headers = { 'X-API-Key': await newKey() };
    const gate = held();
    const answer = fetch(`${service.url}/check/funder/${subject}`, { headers });
    await gate.reached;
    const ended = service.end('SIGTERM');
    gate.open();
    const response = await answer;
    expect([response.status, (await response.json()).billing.charged_usdc]).toEqual([200, '0.05']);
    expect(await ended).toBe(0);
    expect(await ledger.audit()).toMatchObject({ staleHolds: 0, postedWithoutAnswer: 0, sumAtomic: 0n });
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });
});

describe('kill -9 during checks', () => {
  it('leaves sound books: what was delivered was charged once, what was not is given back', async () => {
    const service = await startProcess(settings);
    const apiKey = await newKey();
    let delivered = 0;
    const check = async (n: number) => {
      const url = `${service.url}/check/funder/${subjects[n % subjects.length]?.address}`;
      const answer = await fetch(url, { headers: { 'X-API-Key': apiKey } })
        .then((response) => response.json())
        .catch(() => null);
      if (answer?.billing?.route === 'credit') delivered += 1;
    };
    await Promise.all(Array.from({ length: DELIVERED }, (_, n) => check(n)));
    expect(delivered).toBeGreaterThan(0);
    // Of those that come now, some are delivered while others wait for the endpoint.
    const gate = held(LET_THROUGH);
    const checks = Array.from({ length: KILLED }, (_, n) => check(n));
    await gate.reached;
    const { sql } = database.database;
    const open = async () => (await sql`SELECT FROM holds WHERE state = 'held'`).length;
    expect(await open()).toBeGreaterThan(0);
    await service.end('SIGKILL');
    gate.open();
    await Promise.all(checks);
    await idle(sql);
    expect(await open()).toBeGreaterThan(0);
    // A lease that nobody renews ends after a minute; the clock of the database is not ours to turn, the lease is.
    await sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
    const again = await openService(settings);
    expect(await ledger.audit()).toEqual(clean);
    expect(await open()).toBe(0);
    // More are charged than were delivered: an answer that was stored, and lost with the process, is there for a repeat.
    const [row] = await sql<{ posted: number }[]>`
      SELECT count(*)::int AS posted FROM holds JOIN api_keys USING (account_id)
      WHERE hash = ${sha256(apiKey)} AND state = 'posted'`;
    const posted = row?.posted ?? 0;
    expect(posted).toBeGreaterThanOrEqual(delivered);
    expect((await ledger.statement(apiKey))?.balanceAtomic).toBe(CREDIT - BigInt(posted) * PRICE);
    const response = await fetch(`${again.url}/check/funder/${subject}`, { headers: { 'X-API-Key': apiKey } });
    expect((await response.json()).verdict).toBe('CEX_FUNDED');
    await again.end();
  });
});

/** Lets so many requests for transactions pass at the endpoint, then holds all. `reached`: one is held. */
function held(pass = 0): { readonly reached: Promise<void>; open(): void } {
  let passed = 0;
  let open = (): void => undefined;
  let reach = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  gate = async () => {
    passed += 1;
    if (passed <= pass) return;
    reach();
    await opened;
  };
  return { reached, open };
}
