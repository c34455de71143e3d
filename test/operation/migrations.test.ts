import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { migrateDatabase } from '#ledger/postgres/migration.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { asked, charged, clean, newKey } from '../ledger/fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/market.ts';

/** The migrations of a version that is newer than this one by a table, a column and an index, each after the rules. */
function newerMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'));
  cpSync('drizzle', folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
  const { idx, when, ...last } = entries.at(-1);
  const newest = { ...last, idx: idx + 1, when: when + 1, tag: 'newer' };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, newest] }));
  const statements = [
    'CREATE TABLE newer (id integer PRIMARY KEY)',
    'ALTER TABLE movements ADD COLUMN newer text',
    'CREATE INDEX movements_newer ON movements (newer) WHERE newer IS NOT NULL',
  ];
  writeFileSync(join(folder, 'newer.sql'), statements.join(';\n--> statement-breakpoint\n'));
  return folder;
}

describe('versions side by side', () => {
  const newer = newerMigrations();
  let test: TestDatabase;
  let sql: Sql;
  let ledger: Ledger;
  let url: string;

  beforeAll(async () => {
    test = await openTestDatabase();
    await test.database.sql`CREATE DATABASE ${test.database.sql(nameOf(test.url, '_old'))}`;
    const address = new URL(test.url);
    address.pathname = nameOf(test.url, '_old');
    url = address.href;
    await migrateDatabase(url);
    sql = postgres(url, { max: 6, fetch_types: false, types: { bigint: postgres.BigInt } });
    ledger = openLedger({ sql, kind: 'external', url, stop: () => sql.end() });
  });
  afterAll(async () => {
    await ledger.close();
    await test.database.sql`DROP DATABASE ${test.database.sql(nameOf(test.url, '_old'))} WITH (FORCE)`;
    await test.stop();
    rmSync(newer, { recursive: true });
  });

  it('an older one goes on charging, without a failure, while a newer one migrates behind a long reader', async () => {
    const before = await sql`SELECT to_regclass('newer') AS there`;
    expect(before[0]?.there).toBeNull();
    const apiKey = await newKey(ledger, 100_000_000n);
    let [stopped, charges] = [false, 0];
    const load = Array.from({ length: 3 }, async () => {
      while (!stopped) {
        await charged(ledger, asked(apiKey));
        charges += 1;
        await pause(5);
      }
    });
    const isWaiting = async (): Promise<boolean> => {
      const rows = await sql`SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return rows.length > 0;
    };
    // Keeps the migration from the table until it has given up once, and charges have passed it.
    const reader = sql.begin(async (tx) => {
      await tx`SELECT count(*) FROM movements`;
      await until(isWaiting);
      await until(async () => !(await isWaiting()));
      const then = charges;
      await until(() => charges > then + 10);
    });
    await migrateDatabase(url, newer);
    await reader;
    const then = charges;
    await until(() => charges >= then + 10);
    stopped = true;
    await Promise.all(load);
    const rows = await sql<{ charges: number }[]>`SELECT count(*)::int AS charges FROM movements WHERE kind = 'charge'`;
    expect(rows[0]?.charges).toBe(charges);
    const after = await sql`SELECT to_regclass('newer')::text AS there`;
    expect(after[0]?.there).toBe('newer');
  });

  it('an older one starts on a database that is newer, changes nothing in it, and works', async () => {
    const count = sql`SELECT count(*)::int AS migrations FROM drizzle.__drizzle_migrations`;
    const [before] = await count;
    await migrateDatabase(url);
    const [after] = await sql`SELECT count(*)::int AS migrations FROM drizzle.__drizzle_migrations`;
    expect(after).toEqual(before);
    await charged(ledger, asked(await newKey(ledger)));
    expect(await ledger.audit()).toEqual(clean);
  });
});

function nameOf(url: string, suffix: string): string {
  return `${new URL(url).pathname.slice(1)}${suffix}`;
}
