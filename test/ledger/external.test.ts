import { readdirSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#ledger/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

describe('an external database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  });
  afterAll(() => test.stop());

  it('is migrated once by replicas that start together', async () => {
    const url = new URL(test.url);
    url.pathname = `${url.pathname}_empty`;
    const name = url.pathname.slice(1);
    await test.database.sql`CREATE DATABASE ${test.database.sql(name)}`;
    const replicas = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url: url.href })));
    expect(replicas.map(({ kind }) => kind)).toEqual(Array(4).fill('external'));
    const sql = postgres(url.href, { max: 1 });
    const rows = await sql`SELECT (SELECT count(*)::int FROM drizzle.__drizzle_migrations) AS applied,
      (SELECT count(*)::int FROM accounts) AS accounts`;
    await sql.end();
    const migrations = readdirSync('drizzle').filter((file) => file.endsWith('.sql'));
    expect(rows[0]).toEqual({ applied: migrations.length, accounts: 33 });
    for (const replica of replicas) await replica.stop();
    await test.database.sql`DROP DATABASE ${test.database.sql(name)}`;
  });

  it('at several hosts and ports is opened at the one that answers', async () => {
    const { username, password, port, pathname } = new URL(test.url);
    const credentials = password ? `${username}:${password}` : username;
    const url = `postgres://${credentials}@127.0.0.1:1,127.0.0.1:${port}${pathname}`;
    const replica = await openDatabase({ url });
    expect(await replica.sql`SELECT count(*)::int AS accounts FROM accounts`).toEqual([{ accounts: 33 }]);
    await replica.stop();
  });

  it('that does not answer is named without its password, at however many hosts', async () => {
    const nowhere = openDatabase({ url: 'postgres://user:secret@127.0.0.1:1,127.0.0.1:2/none' });
    await expect(nowhere).rejects.toThrow('the database at 127.0.0.1:1,127.0.0.1:2 cannot be reached');
    const opening = openDatabase({ url: 'postgres://user:secret@127.0.0.1:1/none' });
    await expect(opening).rejects.toThrow('the database at 127.0.0.1:1 cannot be reached');
  });
});
