import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { fold } from '#ledger/fold.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { asked, charged, clean, newKey, USDC } from './fixture.ts';

const CHARGES = 10_000;
const CLIENTS = 200;
const KEYS = 100;
const BYTES_FOR_EVER_MAX = 300;
const PERIODS_MAX = 3;

let test: TestDatabase;
let sql: Sql;
let ledger: Ledger;
beforeAll(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  ledger = openLedger(test.database);
  // Whether free pages at the end of a file are given back depends on who uses the table at that moment.
  const tables = await sql<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  for (const { name } of tables) await sql`ALTER TABLE ${sql(name)} SET (vacuum_truncate = false)`;
});
afterAll(() => test.stop());

async function bytes(): Promise<number> {
  const rows = await sql<{ bytes: number }[]>`
    SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
  return rows[0]?.bytes ?? Number.NaN;
}

async function charge(keys: readonly string[], count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const client = async (): Promise<void> => {
    for (const n of numbers) ledger.finish(await charged(ledger, asked(keys[n % KEYS] ?? '')));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Charges what a period brings, and lets it grow old; the bytes of a charge while it is kept. */
async function period(keys: readonly string[]): Promise<number> {
  const before = await bytes();
  await charge(keys, CHARGES);
  await sql`UPDATE answers SET body = NULL`;
  await sql`VACUUM`;
  const within = (await bytes()) - before;
  await sql`UPDATE holds SET closed_at = closed_at - interval '91 days' WHERE closed_at > now() - interval '1 day'`;
  expect(await fold(sql, 90)).toMatchObject({ charges: CHARGES });
  await sql`VACUUM`;
  return within / CHARGES;
}

it('a charge of before RETENTION_DAYS keeps no bytes that grow with their number, and the books stay sound', async () => {
  await sql`UPDATE folding SET begins_at = now()`;
  const keys = await Promise.all(Array.from({ length: KEYS }, () => newKey(ledger, 1_000n * USDC)));
  const within = await period(keys);
  // Later periods find the room of the first: what is left of each is what grows for ever. Clients in another order may once need more
  // room than there is, but not again and again.
  await period(keys);
  const each: number[] = [];
  while (each.length < PERIODS_MAX && !each.some((grown) => grown < BYTES_FOR_EVER_MAX)) {
    const before = await bytes();
    await period(keys);
    each.push(((await bytes()) - before) / CHARGES);
  }
  const forEver = Math.min(...each);
  console.log(`${within.toFixed(0)} bytes a charge within RETENTION_DAYS, ${forEver.toFixed(0)} for ever`);
  expect(forEver).toBeLessThan(BYTES_FOR_EVER_MAX);
  expect(await ledger.audit()).toEqual(clean);
});
