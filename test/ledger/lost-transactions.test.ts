import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditIfDue } from '#ledger/audit/scheduled.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { unlessDown } from '#ledger/postgres/outage.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { onceCommitted } from '#ledger/postgres/transaction.ts';
import { gate } from '../rest/service.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
/** Has one connection, so that what is opened in place of a lost one is that of whoever comes next. */
let narrow: Database;

beforeAll(async () => {
  test = await openTestDatabase();
  await test.database.sql`CREATE TABLE noted (what text)`;
  narrow = await openDatabase({ url: test.url, poolMax: 1 });
});
afterEach(() => test.database.sql`TRUNCATE noted`);
afterAll(async () => {
  await narrow.stop();
  await test.stop();
});

const noted = async () => (await test.database.sql`SELECT what FROM noted ORDER BY what`).map(({ what }) => what);

/** A transaction whose connection has been ended by the server; `end` lets its work go on to `last`. */
async function lost(last: (tx: Sql) => Promise<unknown>) {
  const { opened, open: end } = gate();
  const begun = onceCommitted(narrow.sql, async (tx) => {
    await tx`INSERT INTO noted VALUES ('lost')`;
    const [{ pid } = {}] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await test.database.sql`SELECT pg_terminate_backend(${pid ?? 0})`;
    await opened;
    return await last(tx as unknown as Sql);
  });
  await expect(begun).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  return end;
}

/** Lets the work of a lost transaction end in the middle of another one's. */
async function another(end: () => void, failure: Error | null): Promise<unknown> {
  return await onceCommitted(narrow.sql, async (tx) => {
    await tx`INSERT INTO noted VALUES ('first')`;
    end();
    await tx`SELECT pg_sleep(0.1)`;
    await tx`INSERT INTO noted VALUES ('second')`;
    if (failure) throw failure;
  });
}

describe('work that ends after its connection', () => {
  const ends: readonly (readonly [string, (tx: Sql) => Promise<unknown>])[] = [
    ['well', async () => 'done'],
    ['with a failure', async () => Promise.reject(new Error('late'))],
    ['with another statement', async (tx) => await tx`INSERT INTO noted VALUES ('stray')`],
  ];

  it.each(ends)('%s takes nothing back of another transaction', async (_, last) => {
    await another(await lost(last), null);
    expect(await noted()).toEqual(['first', 'second']);
  });

  it.each(ends)('%s makes nothing last of another transaction', async (_, last) => {
    await expect(another(await lost(last), new Error('taken back'))).rejects.toThrow('taken back');
    expect(await noted()).toEqual([]);
  });

  it.each(ends)('%s does not end the process where nobody opened another one', async (_, last) => {
    (await lost(last))();
    expect(await narrow.sql`SELECT 1 AS one`).toMatchObject([{ one: 1 }]);
    expect(await noted()).toEqual([]);
  });
});

/** How long a transaction of the audit's connection may stand still. */
const STANDSTILL_MS = 1_000;

it('an audit by the clock may take longer than a transaction may stand still', async () => {
  const impatient: Sql = postgres(test.url, {
    types: { bigint: postgres.BigInt },
    connection: { idle_in_transaction_session_timeout: STANDSTILL_MS },
  });
  const { sql } = test.database;
  const { opened: locked, open: hasLocked } = gate();
  const holder = sql.begin(async (tx) => {
    await tx`LOCK TABLE claims IN ACCESS EXCLUSIVE MODE`;
    hasLocked();
    await tx`SELECT pg_sleep(${(2 * STANDSTILL_MS) / 1_000})`;
  });
  await locked;
  expect(await auditIfDue(impatient, 60)).toMatchObject({ sound: true });
  expect(await auditIfDue(sql, 60)).toBeNull();
  await holder;
  await impatient.end();
});

it('a statement whose name the server has lost is a fault, and no other gives it its result', async () => {
  const { sql } = narrow;
  const one = (n: number) => unlessDown(sql<{ one: number }[]>`SELECT ${n}::int AS one`);
  expect(await one(1)).toEqual([{ one: 1 }]);
  await sql`DEALLOCATE ALL`;
  const [first, other, second] = await Promise.allSettled([one(2), sql`SELECT 'other' AS what`, one(3)]);
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'not_ready' } });
  expect(other).toMatchObject({ status: 'fulfilled', value: [{ what: 'other' }] });
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'not_ready' } });
  expect(await one(4)).toEqual([{ one: 4 }]);
});
