import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advancedEpoch, isAccount } from '#ledger/accounts/account-row.ts';
import { compared } from '#ledger/audit/audit.ts';
import type { Checkpoint } from '#ledger/audit/checkpoint.ts';
import type { EntryPage, Ledger, PastCheckPage } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { SqlTransaction } from '#ledger/postgres/transaction.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, addPass, answer, asked, charged, idOf, newKey, USDC } from './fixture.ts';
import { plansOf, rowsOf } from './plans.ts';
import { enterEverything } from './rich-books.ts';

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
    { limit: 10, oldest: true },
    { limit: 10, oldest: true, newerThan: 10_000n },
  ];
  const readsBelow = async (rowsMax: number, name: string, read: (explained: Ledger) => Promise<unknown>) => {
    const plans = await plansOf(test, read);
    // The other tables hold a handful of rows here, for which no index is worth its while.
    const large = plans.filter((node) => ['postings', 'movements'].includes(node['Relation Name'] ?? ''));
    expect(large.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(Math.max(...large.map(rowsOf)), name).toBeLessThan(rowsMax);
  };
  for (const page of pages) {
    await readsBelow(200, Object.keys(page).join(), (explained) => explained.entries(key, page));
  }
  // More than are counted, and fewer.
  await readsBelow(10_002, 'count', (explained) => explained.countEntries(key, {}));
  await readsBelow(200, 'count of an hour', (explained) => explained.countEntries(key, { since, until }));
  expect(await ledger.countEntries(key, {})).toBeNull();
  expect(await ledger.countEntries(key, { since: new Date(Date.now() - 9_999.5 * 60_000), kinds: ['charge'] })).toBe(
    10_000,
  );
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
    [{ limit: 10, oldest: true }, 100],
    [{ limit: 10, oldest: true, newerThan: { micros: BigInt(until.getTime()) * 1000n, holdId: 0n } }, 100],
    [{ limit: 10, oldest: true, subject: 'subject 77' }, 100],
  ];
  const readsBelow = async (rowsMax: number, name: string, read: (explained: Ledger) => Promise<unknown>) => {
    const plans = await plansOf(test, read);
    const large = plans.filter((node) => ['holds', 'answers'].includes(node['Relation Name'] ?? ''));
    expect(Math.max(...large.map(rowsOf)), name).toBeLessThan(rowsMax);
  };
  for (const [page, rowsMax] of pages) {
    await readsBelow(rowsMax, Object.keys(page).join(), (explained) => explained.pastChecks(key, page));
  }
  const named = { kind: 'token', subject: 'subject 77', digest: Buffer.alloc(32) };
  await readsBelow(100, 'storedCheck', (explained) => explained.storedCheck(key, named));
  await readsBelow(10_002, 'count', (explained) => explained.countPastChecks(key, { verdicts: ['RARE'] }));
  await readsBelow(200, 'count of an hour', (explained) => explained.countPastChecks(key, { since, until }));
  await readsBelow(100, 'count of a subject', (explained) => explained.countPastChecks(key, { subject: 'subject 77' }));
  expect(await ledger.countPastChecks(key, { verdicts: ['RARE'] })).toBe(2);
  await charged(ledger, asked(key));
  expect(await ledger.countPastChecks(key, {})).toBeNull();
  expect(await ledger.countPastChecks(key, { verdicts: ['RARE'], until })).toBe(1);
});

it('an audit from a checkpoint on is read along indexes, and no further than what is newer', async () => {
  await enterEverything(test.database);
  await sql`
    WITH made AS MATERIALIZED (
      SELECT nextval('holds_id_seq') AS id, now() - make_interval(mins => (60000 - n)::int) AS at FROM generate_series(1, 50000) AS n
    ), charged AS (
      INSERT INTO holds (id, account_id, amount, kind, subject, request_hash, created_at, expires_at, state, answer_id, closed_at)
      OVERRIDING SYSTEM VALUE
      SELECT made.id, accounts.id, 1, 'token', 'subject', sha256('x'), at, at, 'posted', made.id, at
      FROM made JOIN accounts ON accounts.name = 'revenue:1'
    ), answered AS (
      INSERT INTO answers (hold_id, verdict) SELECT id, 'COMMON' FROM made
    ), moved AS (
      INSERT INTO movements (kind, cause, created_at) SELECT 'charge', 'hold:' || id, at FROM made RETURNING id
    ), entered AS (
      INSERT INTO postings SELECT moved.id, giver.id, taker.id, 1 FROM moved
      JOIN accounts AS giver ON giver.name = 'revenue:1' JOIN accounts AS taker ON taker.name = 'revenue:2'
    ), seen AS (
      INSERT INTO chain_signatures (signature, role, created_at) SELECT 'bulk ' || id, 'x402', at FROM made
    ), payer AS (
      INSERT INTO payers (source) VALUES ('bulk')
    )
    INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, earned, address, state,
      height_bound, signature, leased_until, created_at, closed_at)
    SELECT sha256(id::text::bytea), sha256('x'), sha256('x'), 2, true, 'bulk', 'bulk', 1, 1, '', 'settled', 1, 'bulk ' || id, at, at, at
    FROM made`;
  await sql`VACUUM ANALYZE`;
  const rows = await sql<Checkpoint[]>`
    SELECT max(id) AS "holdFloor", now() - interval '10 minutes' AS at FROM holds WHERE subject = 'subject' AND kind = 'token'`;
  const checkpoint = rows[0] ?? null;
  const plans = await plansOf(test, (_, explained) =>
    compared(explained as unknown as SqlTransaction, tiers, checkpoint),
  );
  const tables = ['movements', 'postings', 'holds', 'answers', 'payments', 'chain_signatures'];
  const large = plans.filter((node) => tables.includes(node['Relation Name'] ?? ''));
  expect(new Set(large.map((node) => node['Relation Name']))).toEqual(new Set(tables));
  expect(large.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  expect(Math.max(...large.map(rowsOf))).toBeLessThan(1_000);
});

it('a busy account is found in a few pages however many versions a snapshot keeps, and nearly all its updates touch no index', async () => {
  const key = await newKey(ledger, 1_000n * USDC);
  const account = String(await accountOf(sql, key));
  await charged(ledger, asked(key));
  await sql`VACUUM ANALYZE`;
  const pages = async (): Promise<number> =>
    Number((await sql`SELECT pg_relation_size('accounts') / 8192 AS pages`)[0]?.pages);
  const before = await pages();
  const reader = postgres(test.url, { max: 1 });
  const hot = await reader.begin('ISOLATION LEVEL REPEATABLE READ', async (snapshot) => {
    await snapshot`SELECT count(*) FROM accounts`;
    const counted = await sql.begin(async (tx) => {
      const update = () =>
        tx`UPDATE accounts SET held = held, ${advancedEpoch(tx)} WHERE ${isAccount(tx, tx`${account}::text`)}`;
      await Promise.all(Array.from({ length: 4_000 }, update));
      const rows = await tx<{ share: number }[]>`
        SELECT pg_stat_get_xact_tuples_hot_updated('accounts'::regclass)::float8
          / pg_stat_get_xact_tuples_updated('accounts'::regclass) AS share`;
      return rows[0]?.share ?? 0;
    });
    // As the server does by itself after a minute, which makes every connection plan anew.
    await sql`ANALYZE accounts`;
    const plans = await plansOf(test, async (explained) => {
      await explained.post(idOf(await explained.hold(asked(key))), answer);
    });
    // A new epoch is a new entry in each index, of which a unique one is searched for the same.
    const rows = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }[]>`
      EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
      UPDATE accounts SET epoch = epoch + 1 WHERE ${isAccount(sql, sql`${account}::text`)}`;
    expect(rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(30);
    expect((await pages()) - before).toBeGreaterThan(25);
    // The pages of a whole statement, of which the account's are a part.
    const read = plans.filter((node) => node['Relation Name'] === 'accounts').map((node) => node['Shared Hit Blocks']);
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read)).toBeLessThan(18);
    return counted;
  });
  await reader.end();
  expect(hot).toBeGreaterThan(0.9);
});
