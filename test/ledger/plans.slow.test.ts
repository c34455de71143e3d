import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { EntryPage, Ledger } from '#ledger/model.ts';
import type { PastCheckPage } from '#ledger/past-checks-model.ts';
import type { Sql } from '#ledger/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, addPass, asked, charged, newKey, USDC } from './fixture.ts';
import { plansOf, rowsOf } from './plans.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
});
afterAll(() => test.stop());

it('entries are read along indexes, and no further than a filter reaches', async () => {
  const key = await newKey(ledger, 1_000n * USDC);
  const account = await accountOf(sql, key);
  await sql`
    WITH moved AS (
      INSERT INTO movements (kind, cause, created_at)
      SELECT 'charge', 'bulk:' || n, now() - make_interval(mins => 20000 - n) FROM generate_series(1, 20000) AS n RETURNING id
    ) INSERT INTO postings SELECT id, ${account}::bigint, (SELECT id FROM accounts WHERE name = 'revenue:1'), 1 FROM moved`;
  await sql`UPDATE accounts SET balance = balance - 20000 WHERE id = ${account}`;
  await sql`UPDATE accounts SET balance = balance + 20000 WHERE name = 'revenue:1'`;
  await addPass(sql, key, 1);
  await sql`VACUUM ANALYZE`;
  const hour = 3_600_000;
  const [since, until] = [new Date(Date.now() - 200 * hour), new Date(Date.now() - 199 * hour)];
  const pages: readonly EntryPage[] = [
    { limit: 10 },
    { limit: 10, before: 10_000n },
    { limit: 10, since, until },
    { limit: 10, until, kinds: ['charge'] },
    { limit: 10, kinds: ['grant', 'topup', 'pass', 'change'] },
    { limit: 10, since: new Date(Date.now() + 2 * hour) },
  ];
  for (const page of pages) {
    const plans = await plansOf(test, (explained) => explained.entries(key, page));
    // The other tables hold a handful of rows here, for which no index is worth its while.
    const large = plans.filter((node) => ['postings', 'movements'].includes(node['Relation Name'] ?? ''));
    expect(large.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(Math.max(...large.map(rowsOf)), Object.keys(page).join()).toBeLessThan(200);
  }
});

it('past checks are read along indexes, and no further than a filter reaches', async () => {
  const [key, other] = [await newKey(ledger), await newKey(ledger)];
  for (const one of [key, other]) {
    const account = await accountOf(sql, one);
    await sql`
      WITH made AS MATERIALIZED (
        SELECT nextval('holds_id_seq') AS id, n FROM generate_series(1, 10000) AS n
      ), charged AS (
        INSERT INTO holds (id, account_id, amount, kind, subject, request_hash, expires_at, state, answer_id, closed_at)
        OVERRIDING SYSTEM VALUE
        SELECT id, ${account}::bigint, 0, 'token', 'subject ' || n % 500, sha256('x'), now(), 'posted', id,
          now() - make_interval(mins => (20000 - n)::int) FROM made
      ) INSERT INTO answers (hold_id, body, verdict)
      SELECT id, NULL, CASE WHEN id % 5000 = 0 THEN 'RARE' ELSE 'COMMON' END FROM made`;
  }
  // The statistics know of several accounts and of every kind that is asked for, as they do in service.
  for (let n = 0; n < 10; n += 1) {
    const few = await newKey(ledger);
    const kinds = ['wallet', 'token', 'trade', 'wallet', 'token', 'trade', 'wallet', 'funder'];
    await Promise.all(kinds.map((kind) => charged(ledger, { ...asked(few), kind })));
  }
  await sql`VACUUM ANALYZE`;
  const until = new Date(Date.now() - 15_000 * 60_000);
  const since = new Date(until.getTime() - 3_600_000);
  const pages: readonly (readonly [PastCheckPage, number])[] = [
    [{ limit: 10 }, 100],
    [{ limit: 10, before: { micros: BigInt(until.getTime()) * 1000n, holdId: 0n } }, 100],
    [{ limit: 10, since, until }, 100],
    [{ limit: 100, subject: 'subject 77' }, 100],
    [{ limit: 10, subject: 'nobody' }, 100],
    [{ limit: 10, since, until, kinds: ['wallet'], verdicts: ['RARE'] }, 200],
    // At worst the account's own checks, never those of others.
    [{ limit: 10, verdicts: ['RARE'] }, 10_100],
    [{ limit: 10, kinds: ['wallet'] }, 10_100],
  ];
  for (const [page, rowsMax] of pages) {
    const plans = await plansOf(test, (explained) => explained.pastChecks(key, page));
    const large = plans.filter((node) => ['holds', 'answers'].includes(node['Relation Name'] ?? ''));
    expect(Math.max(...large.map(rowsOf)), Object.keys(page).join()).toBeLessThan(rowsMax);
  }
});
