import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { STATEMENT_MS_MAX, unlessDown } from '#ledger/postgres/outage.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { onceCommitted } from '#ledger/postgres/transaction.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import {
  accountOf,
  asked,
  billed,
  clean,
  idOf,
  lapse,
  newKey,
  PRICE,
  USDC,
  waitingForLocks,
  whileLocked,
} from './fixture.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  expect(await ledger.audit()).toEqual(clean);
  await test.stop();
});

/** How many holds were entered, committed or not. */
async function heldSoFar(watcher: postgres.Sql): Promise<number> {
  const rows = await watcher<{ held: number }[]>`SELECT last_value::int AS held FROM holds_id_seq`;
  return rows[0]?.held ?? 0;
}

it('a hold that comes after its caller was sent away is given back, and its name is free at once', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => newKey(ledger)));
  for (const key of keys) await ledger.statement(key);
  const [first = '', second = '', third = '', fourth = ''] = keys;
  await ledger.void(idOf(await ledger.hold(asked(first))), 'failed');
  // Statements that enter holds stand still for as long as the test has the lock.
  await sql.unsafe(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE NOT pg_try_advisory_xact_lock_shared(1) LOOP PERFORM pg_sleep(0.005); END LOOP;
      RETURN NULL; END $$;
    CREATE TRIGGER dawdle AFTER INSERT ON holds FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`);
  const watcher = postgres(test.url, { max: 1 });
  await watcher`SELECT pg_advisory_lock(1)`;
  const before = await heldSoFar(watcher);
  const named = { ...asked(first), idempotencyKey: 'one' };
  const bill = billed(second, 3, 'several');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const calls = [ledger.hold(named), ledger.holdAll(bill), ledger.hold(asked(third)), ledger.hold(asked(fourth))];
  const ends = Promise.allSettled(calls);
  // What waits for a statement that hangs leaves after a while of its own.
  for (let passedMs = 0; (await heldSoFar(watcher)) < before + 6; await pause(3)) {
    if (passedMs < STATEMENT_MS_MAX / 2) vi.advanceTimersByTime(100);
    passedMs += 100;
  }
  vi.advanceTimersByTime(STATEMENT_MS_MAX);
  expect(await ends).toMatchObject(Array(4).fill({ status: 'rejected', reason: { code: 'not_ready' } }));
  vi.useRealTimers();
  await watcher`SELECT pg_advisory_unlock(1)`;
  await until(async () => {
    const rows = await sql<{ state: string }[]>`
      SELECT state FROM holds JOIN api_keys USING (account_id)
      WHERE hash IN ${sql(keys.map((key) => sha256(key)))} AND holds.id > ${before}`;
    return rows.length === 6 && rows.every(({ state }) => state === 'voided');
  });
  await sql`DROP TRIGGER dawdle ON holds`;
  await watcher.end();
  expect(await ledger.hold(named)).toMatchObject({ outcome: 'held', balanceAtomic: 20n * PRICE - PRICE });
  expect(await ledger.holdAll(bill)).toMatchObject({ outcome: 'held' });
});

it('what was held by processes that are gone is given back while somebody has another account locked', async () => {
  const hasty = waitingForLocks(test, 50);
  const sweeper = openLedger(hasty);
  const [lockedKey, key] = [await newKey(ledger), await newKey(ledger)];
  for (const one of [lockedKey, key]) await lapse(sql, idOf(await ledger.hold(asked(one))));
  expect(await whileLocked(sql, lockedKey, () => sweeper.expireHolds())).toBe(1);
  expect(await ledger.hold(asked(key, 2n * USDC))).toMatchObject({ balanceAtomic: USDC });
  expect(await sweeper.expireHolds()).toBe(1);
  await hasty.stop();
});

it('a process that stands still in a transaction keeps no account for itself', async () => {
  const key = await newKey(ledger);
  const account = await accountOf(sql, key);
  const other = await openDatabase({ url: test.url });
  try {
    const [left] = await other.sql`SHOW idle_in_transaction_session_timeout`;
    expect(left?.idle_in_transaction_session_timeout).toBe('5s');
    let held: Promise<unknown> = Promise.resolve();
    const still = onceCommitted(other.sql, async (holder) => {
      await holder`SELECT FROM accounts WHERE id = ${account} FOR UPDATE`;
      held = ledger.hold(asked(key));
      await holder`SET LOCAL idle_in_transaction_session_timeout = 100`;
      await new Promise(() => undefined);
    });
    await expect(unlessDown(still)).rejects.toMatchObject({ code: 'not_ready' });
    expect(await held).toMatchObject({ outcome: 'held' });
  } finally {
    await other.stop();
  }
});
