import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { type App, withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const subjects: readonly { readonly verdict: string; readonly address: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = String(subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function health(app: App) {
  const [live, ready] = await Promise.all([fetch(`${app.listening}/health`), fetch(`${app.listening}/health/ready`)]);
  const body = await live.json();
  return { live: live.status, ready: ready.status, checks: body.checks, said: body.ready };
}

describe('/health of a service', () => {
  it('names a database that went away, stays alive, and is ready again when it is back', async () => {
    const { sql } = database.database;
    const name = new URL(database.url).pathname.slice(1);
    await withApp(database, [methods], {}, async (app) => {
      expect(await health(app)).toMatchObject({
        live: 200,
        ready: 200,
        said: true,
        checks: { database: { ok: true } },
      });
      await sql`ALTER DATABASE ${sql(name)} SET default_transaction_read_only = on`;
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name} AND pid <> pg_backend_pid()`;
      const broken = { ok: false, code: 'database_read_only', since: expect.any(String) };
      await expect
        .poll(() => health(app))
        .toMatchObject({ live: 200, ready: 503, said: false, checks: { database: broken } });
      await sql`ALTER DATABASE ${sql(name)} RESET default_transaction_read_only`;
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name} AND pid <> pg_backend_pid()`;
      await expect
        .poll(() => health(app))
        .toMatchObject({ ready: 200, said: true, checks: { database: { ok: true } } });
    });
  });

  it('names endpoints that do not answer', async () => {
    const { apiKey } = await openLedger(database.database).grant(1_000_000n);
    await withApp(database, [methods], { CHECK_TIME_MS_MAX: '1000' }, async (app, [rpc]) => {
      rpc?.fail(() => ({ kind: 'reset' }));
      await expect
        .poll(async () => {
          await fetch(`${app.listening}/check/funder/${subject}`, { headers: { 'X-API-Key': String(apiKey) } });
          return (await health(app)).checks.rpc;
        })
        .toMatchObject({ ok: false, code: 'rpc_down', detail: '0 of 1 endpoints healthy' });
    });
  });
});

describe('/metrics of a service without a token', () => {
  it.each<[string | undefined, number]>([
    [undefined, 200],
    ['http://localhost:8402', 200],
    ['http://[::1]:8402', 200],
    ['https://assay.example', 404],
  ])('whose public origin is %s answers this machine with %i', async (BASE_URL, status) => {
    await withApp(database, [methods], { ...(BASE_URL && { BASE_URL }) }, async ({ listening }) => {
      expect((await fetch(`${listening}/metrics`)).status).toBe(status);
    });
  });
});
