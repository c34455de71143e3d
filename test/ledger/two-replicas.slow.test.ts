import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { inTurn } from './call-modes.ts';
import { accountOf, addPass, answer, asked, clean, idOf, newKey, PRICE, patient } from './fixture.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
});
afterAll(() => test.stop());

describe('two replicas', () => {
  it('with the same busy keys, sweeps and bills between them never wait for each other in a circle', async () => {
    const databases = await Promise.all([0, 1].map(() => openDatabase({ url: test.url })));
    const replicas = databases.map((database) => patient(openLedger(database)));
    const keys = await Promise.all(Array.from({ length: 8 }, () => newKey(ledger, FUNDS)));
    for (const key of keys.slice(4)) await addPass(sql, key, 150);
    const before = await deadlocks();
    const charges = await Promise.all(
      Array.from({ length: 60 }, (_, name) => visits(replicas[name % replicas.length] as Ledger, keys, name)),
    );
    // Sessions report what they saw when they end.
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(await deadlocks()).toBe(before);
    const calls = await inTurn(keys, callsOf);
    expect(calls.reduce((sum, one) => sum + one, 0)).toBe(charges.reduce((sum, one) => sum + one, 0));
    expect(await ledger.audit()).toEqual(clean);
  });

  const FUNDS = 1_000n * PRICE;

  /** Checks and bills of one client on all keys; how many lines were charged. */
  async function visits(replica: Ledger, keys: readonly string[], name: number): Promise<number> {
    let charges = 0;
    for (let n = 0; n < 20; n += 1) {
      const apiKey = keys[(name * 7 + n * 3) % keys.length] ?? '';
      if (n % 10 === 9) await replica.expireHolds();
      for (const holdId of n % 5 === 4 ? await heldBill(replica, apiKey) : [idOf(await replica.hold(asked(apiKey)))])
        charges += await ended(replica, holdId, n % 7 === 6);
    }
    return charges;
  }

  async function heldBill(replica: Ledger, apiKey: string): Promise<readonly string[]> {
    const bill = await replica.holdAll({ apiKey, lines: [asked(apiKey), asked(apiKey)] });
    return bill.outcome === 'held' ? bill.lines.map((line) => idOf(line)) : [];
  }

  async function ended(replica: Ledger, holdId: string, failed: boolean): Promise<number> {
    if (failed) await replica.void(holdId, 'failed');
    else expect(await replica.post(holdId, answer)).toMatchObject({ outcome: 'posted' });
    replica.finish(holdId);
    return failed ? 0 : 1;
  }

  /** What a key was charged for, by balance and by passes. */
  async function callsOf(key: string): Promise<number> {
    const rows = await sql<{ spent: bigint; held: bigint; used: number }[]>`
      SELECT ${FUNDS} - balance AS spent, held,
        COALESCE((SELECT sum(used)::int FROM passes WHERE passes.account_id = accounts.id), 0) AS used
      FROM accounts WHERE id = ${await accountOf(sql, key)}`;
    expect(rows[0]?.held).toBe(0n);
    return Number((rows[0]?.spent ?? 0n) / PRICE) + (rows[0]?.used ?? 0);
  }

  async function deadlocks(): Promise<number> {
    const rows = await sql<{ deadlocks: number }[]>`
      SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
    return rows[0]?.deadlocks ?? -1;
  }
});
