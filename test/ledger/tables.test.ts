import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as audits from '#ledger/tables/audits.ts';
import * as books from '#ledger/tables/books.ts';
import * as claims from '#ledger/tables/claims.ts';
import * as freeCalls from '#ledger/tables/free-calls.ts';
import * as holds from '#ledger/tables/holds.ts';
import * as payments from '#ledger/tables/payments.ts';
import * as wallets from '#ledger/tables/wallets.ts';
import * as watch from '#ledger/tables/watch.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.stop());

const tables: readonly PgTable[] = [audits, books, claims, freeCalls, holds, payments, wallets, watch].flatMap((file) =>
  Object.values<PgTable>(file),
);
const declared = tables.map(getTableConfig);

it('the migrations make exactly the tables that the source declares', async () => {
  const rows = await test.database.sql<{ tables: string[] }[]>`
    SELECT json_agg(table_name ORDER BY table_name) AS tables FROM information_schema.tables
    WHERE table_schema = 'public'`;
  expect(rows[0]?.tables).toEqual(declared.map(({ name }) => name).sort());
});

it.each(declared)('the columns, constraints and indexes of $name are those that the source declares', async (table) => {
  const { sql } = test.database;
  const columns = await sql<{ column: string }[]>`
    SELECT column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END AS column
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table.name}`;
  expect(columns.map(({ column }) => column).sort()).toEqual(
    table.columns.map((own) => `${own.name} ${own.getSQLType()}${own.notNull ? ' not null' : ''}`).sort(),
  );
  const made = await sql<{ name: string; kind: string }[]>`
    SELECT conname AS name, contype::text AS kind FROM pg_constraint
    WHERE conrelid = ${table.name}::regclass AND contype IN ('c', 'f', 'u')`;
  const named = (kind: string) => made.filter((one) => one.kind === kind).map(({ name }) => name);
  expect(named('c').sort()).toEqual(table.checks.map(({ name }) => name).sort());
  expect(named('f').sort()).toEqual(table.foreignKeys.map((key) => key.getName()).sort());
  expect(named('u').sort()).toEqual(table.columns.flatMap((own) => (own.isUnique ? [own.uniqueName] : [])).sort());
  const indexes = await sql<{ name: string }[]>`
    SELECT indexname AS name FROM pg_indexes
    WHERE tablename = ${table.name} AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_pk'
      AND indexname NOT LIKE '%_unique'`;
  expect(indexes.map(({ name }) => name).sort()).toEqual(table.indexes.map((own) => own.config.name).sort());
});

it('no account has the id or the name of another, whatever their epochs', async () => {
  const { sql } = test.database;
  const copy = (columns: string) =>
    sql.unsafe(`INSERT INTO accounts (id, kind, name, epoch) OVERRIDING SYSTEM VALUE
      SELECT ${columns}, epoch + 7 FROM accounts WHERE name = 'revenue:3'`);
  await expect(copy(`id, kind, 'another'`)).rejects.toMatchObject({ constraint_name: 'account_ids_pkey' });
  await expect(copy('9000, kind, name')).rejects.toMatchObject({ constraint_name: 'account_ids_name_unique' });
  await copy(`9000, kind, 'another'`);
  expect(await sql`SELECT id, name FROM account_ids WHERE id = 9000`).toEqual([{ id: 9000n, name: 'another' }]);
});
