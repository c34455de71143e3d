import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openPgbouncer, type Pooler, pgbouncerVersion } from '../support/pgbouncer.ts';
import { openService } from '../support/service.ts';
import { answer, asked, clean, idOf, newKey } from './fixture.ts';

const version = pgbouncerVersion();
if (version === null)
  console.warn('PgBouncer is not installed (Debian: apt-get install pgbouncer): its tests are skipped.');

const KEYS = 20;
const AT_ONCE = 200;
const ROUNDS = 8;

describe.skipIf(version === null)('through PgBouncer', () => {
  let test: TestDatabase;
  /** The test's database as a role whose settings are those that operators are told to make. */
  let prepared: string;
  const role = `pooled_${process.pid}`;
  let pooler: Pooler | null = null;
  let database: Database | null = null;

  beforeAll(async () => {
    test = await openTestDatabase();
    const { sql } = test.database;
    await sql.unsafe(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'pooled'`);
    await sql.unsafe(`ALTER ROLE ${role} SET lock_timeout = 2000`);
    await sql.unsafe(`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = 5000`);
    const url = new URL(test.url);
    [url.username, url.password] = [role, 'pooled'];
    prepared = url.href;
  });
  afterEach(async () => {
    await database?.stop();
    await pooler?.stop();
    [database, pooler] = [null, null];
  });
  afterAll(async () => {
    await test.database.sql.unsafe(`DROP ROLE ${role}`);
    await test.stop();
  });

  async function open(settings: Readonly<Record<string, string | number>>, url = prepared): Promise<Database> {
    pooler = await openPgbouncer(url, settings);
    database = await openDatabase({ url: pooler.url });
    return database;
  }

  it.each([1, 2, 5, 20])(
    'in transaction mode with %i connections statements have no names',
    async (default_pool_size) => {
      const { sql } = await open({ pool_mode: 'transaction', default_pool_size });
      expect(sql.options.prepare).toBe(false);
    },
  );

  it.each([{ pool_mode: 'session' }, { pool_mode: 'session', ignore_startup_parameters: 'lock_timeout' }])(
    'statements keep their names with %o',
    async (settings) => {
      const { sql } = await open(settings);
      expect(sql.options.prepare).toBe(true);
    },
  );

  it('statements have names without a pooler', async () => {
    database = await openDatabase({ url: prepared });
    expect(database.sql.options.prepare).toBe(true);
  });

  it('in statement mode the service refuses to start', async () => {
    await expect(open({ pool_mode: 'statement' })).rejects.toThrow('let it pool transactions or sessions');
  });

  it('refuses to start where nothing bounds how long a lock is waited for', async () => {
    const dropped = {
      pool_mode: 'transaction',
      ignore_startup_parameters: 'lock_timeout,idle_in_transaction_session_timeout',
    };
    await expect(open(dropped, test.url)).rejects.toThrow(
      /lock_timeout at 0 ms.*ALTER ROLE \S+ SET lock_timeout = 2000/,
    );
  });

  it('migrations of replicas that start together leave no lock on its connections', async () => {
    const name = `${new URL(test.url).pathname.slice(1)}_pooled`;
    await test.database.sql`CREATE DATABASE ${test.database.sql(name)}`;
    const url = new URL(prepared);
    url.pathname = `/${name}`;
    pooler = await openPgbouncer(url.href, { pool_mode: 'transaction', default_pool_size: 4 });
    const near = pooler.url;
    const replicas = await Promise.all([1, 2, 3].map(() => openDatabase({ url: near })));
    const sql = postgres(url.href, { max: 1 });
    const locks = await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect(locks.length).toBe(0);
    await sql.end();
    for (const replica of replicas) await replica.stop();
    await pooler.stop();
    pooler = null;
    await test.database.sql`DROP DATABASE ${test.database.sql(name)} WITH (FORCE)`;
  });

  it(`in transaction mode answers ${AT_ONCE} checks at once, each with its own`, async () => {
    const ledger = openLedger(await open({ pool_mode: 'transaction', default_pool_size: 5 }));
    const keys = await Promise.all(Array.from({ length: KEYS }, () => newKey(ledger, 1_000_000_000n)));
    const check = async (n: number): Promise<string> => {
      const request = asked(keys[n % KEYS] ?? '');
      const own = { ...answer, body: answer.body.replace('{', `{"n":${n},`) };
      await ledger.post(idOf(await ledger.hold(request)), own);
      const again = await ledger.hold(request);
      return again.outcome === 'replayed' && again.answer.body === own.body ? 'own' : again.outcome;
    };
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      outcomes.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => check(round * AT_ONCE + n)))));
    }
    expect(outcomes).toEqual(Array(AT_ONCE * ROUNDS).fill('own'));
    expect(await ledger.audit()).toEqual(clean);
  });

  it(`in transaction mode the service answers ${AT_ONCE} checks at once over HTTP, each about its own subject`, async () => {
    const ledger = openLedger(await open({ pool_mode: 'transaction', default_pool_size: 5 }));
    const service = await openService({ DATABASE_URL: String(pooler?.url) });
    const found = service.output().matchAll(/\/check\/(funder\/\w{32,44}) {2}# \w+/g);
    const checks = [...found].map(([, check = '']) => check);
    const keys = await Promise.all(Array.from({ length: KEYS }, () => newKey(ledger, 1_000_000_000n)));
    // A busy machine may have no time for some of so many: those are refused with 503, and may be in flight when asked again.
    const ask = async (n: number): Promise<string> => {
      const headers = { 'X-API-Key': keys[n % KEYS] ?? '', 'Idempotency-Key': `check ${n}` };
      const response = await fetch(`${service.url}/check/${checks[n % checks.length]}`, { headers });
      const { kind, subject } = await response.json();
      if (response.status !== 503 && response.status !== 409) return `${response.status} ${kind}/${subject}`;
      await pause(1_000);
      return await ask(n);
    };
    const told: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const numbers = Array.from({ length: AT_ONCE }, (_, n) => round * AT_ONCE + n);
      told.push(...(await Promise.all(numbers.map(ask))));
    }
    expect(told).toEqual(Array.from(told, (_, n) => `200 ${checks[n % checks.length]}`));
    expect(await ledger.audit()).toEqual(clean);
    await service.end();
  });
});
