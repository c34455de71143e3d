import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBooksDatabase } from '#app/database.ts';
import { makeAudit } from '#ledger/audit/scheduled.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { median, ratiosOf, report } from './report.ts';

/*
 * What an audit of the books takes: of all of them, and from the checkpoint on. The books have 500,000 charges of two months, with top-ups and
 * payments per call, and 5,000 new charges since the checkpoint. Both read the same books in turn.
 */

const ROUNDS = 5;
const OLD = 500_000;
const NEW = 5_000;
const CUSTOMERS = 1_000;
const PAYMENTS = 20_000;
const DAYS = 60;

/** When one of `count` rows was made, spread evenly over a time that began some minutes ago. */
function moment(sql: Sql, n: ReturnType<Sql>, count: number, minutes: number): ReturnType<Sql> {
  return sql`now() - make_interval(secs => ${minutes * 60} * (1 - ${n}::float8 / ${count}))`;
}

/** Customers with a key each, who topped up once. */
async function makeCustomers(sql: Sql): Promise<void> {
  await sql`
    WITH opened AS (
      INSERT INTO accounts (kind) SELECT 'customer' FROM generate_series(1, ${CUSTOMERS}::int) RETURNING id
    ), keyed AS (
      INSERT INTO api_keys (hash, account_id) SELECT sha256(id::text::bytea), id FROM opened
    ), seen AS (
      INSERT INTO chain_signatures (signature, role, created_at)
      SELECT 'claim ' || id, 'claim', now() - make_interval(days => ${DAYS}::int) FROM opened
    ), claimed AS (
      INSERT INTO claims (signature, ticket_hash, account_id, amount, opened, created_at)
      SELECT 'claim ' || id, sha256(id::text::bytea), id, 1000000000, true, now() - make_interval(days => ${DAYS}::int) FROM opened
    ), moved AS (
      INSERT INTO movements (kind, cause, created_at)
      SELECT 'topup', 'claim:claim ' || id, now() - make_interval(days => ${DAYS}::int) FROM opened RETURNING id, cause
    )
    INSERT INTO postings (movement_id, from_account, to_account, amount)
    SELECT moved.id, (SELECT id FROM accounts WHERE name = 'chain:1'), opened.id, 1000000000
    FROM opened JOIN moved ON moved.cause = 'claim:claim ' || opened.id`;
}

/** Charges of all customers with their answers, whose bodies are those of the last day. */
async function makeCharges(sql: Sql, count: number, minutes: number): Promise<void> {
  await sql`
    WITH customers AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM accounts WHERE kind = 'customer'
    ), made AS MATERIALIZED (
      SELECT nextval('holds_id_seq') AS id, customers.id AS account_id, ${moment(sql, sql`n`, count, minutes)} AS at
      FROM (SELECT n FROM generate_series(1, ${count}::int) AS n ORDER BY n) AS numbers
      JOIN customers ON place = n % ${CUSTOMERS}::int ORDER BY n
    ), held AS (
      INSERT INTO holds (id, token, account_id, amount, kind, subject, request_hash, created_at, expires_at, state, answer_id, closed_at,
        finished_at)
      OVERRIDING SYSTEM VALUE
      SELECT id, id, account_id, 500, 'funder', 'subject ' || id % 5000, sha256(id::text::bytea), at, at, 'posted', id, at, at FROM made
    ), answered AS (
      INSERT INTO answers (hold_id, body, verdict, created_at)
      SELECT id, CASE WHEN at > now() - interval '1 day' THEN '{"kind":"funder","verdict":"CEX_FUNDED","filler":"' || repeat('x', 2000) || '"}' END,
        'CEX_FUNDED', at FROM made
    ), moved AS (
      INSERT INTO movements (kind, cause, created_at) SELECT 'charge', 'hold:' || id, at FROM made RETURNING id, cause
    )
    INSERT INTO postings (movement_id, from_account, to_account, amount)
    SELECT moved.id, made.account_id, (SELECT id FROM accounts WHERE name = 'revenue:1'), 500
    FROM made JOIN moved ON moved.cause = 'hold:' || made.id`;
}

/** Payments per call that are settled. */
async function makePayments(sql: Sql, count: number, minutes: number): Promise<void> {
  await sql`
    WITH made AS MATERIALIZED (
      SELECT sha256(n::text::bytea) AS hash, 'paid ' || n AS signature, 'source ' || n % 500 AS source,
        ${moment(sql, sql`n`, count, minutes)} AS at FROM generate_series(1, ${count}::int) AS n
    ), payer AS (
      INSERT INTO payers (source) SELECT DISTINCT source FROM made
    ), seen AS (
      INSERT INTO chain_signatures (signature, role, created_at) SELECT signature, 'x402', at FROM made
    ), paid AS (
      INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, earned, address, state,
        height_bound, signature, leased_until, created_at, closed_at)
      SELECT hash, hash, hash, 2, true, source, source, 500, 500, '192.0.2.1', 'settled', 1, signature, at, at, at FROM made
    ), moved AS (
      INSERT INTO movements (kind, cause, created_at) SELECT 'x402', 'x402:' || encode(hash, 'hex'), at FROM made RETURNING id
    )
    INSERT INTO postings (movement_id, from_account, to_account, amount)
    SELECT moved.id, giver.id, taker.id, 500 FROM moved, accounts AS giver, accounts AS taker
    WHERE giver.name = 'chain:2' AND taker.name = 'revenue:2'`;
}

/** Gives every account the balance that its postings make. */
async function balance(sql: Sql): Promise<void> {
  await sql`
    UPDATE accounts SET balance = entries.amount FROM (
      SELECT account_id, sum(amount)::bigint AS amount FROM (
        SELECT to_account AS account_id, amount FROM postings UNION ALL SELECT from_account, -amount FROM postings
      ) AS sides GROUP BY account_id
    ) AS entries WHERE accounts.id = entries.account_id`;
}

async function milliseconds(sql: Sql, full: boolean): Promise<number> {
  const { sound, since, tookMs } = await makeAudit(sql, [], full);
  if (!sound || (since === null) !== full) throw new Error('the books of the benchmark are not what they should be');
  return tookMs;
}

/** Makes the books, with a checkpoint before the new charges. */
export async function fill(sql: Sql): Promise<void> {
  await makeCustomers(sql);
  await makeCharges(sql, OLD, DAYS * 1_440);
  await makePayments(sql, PAYMENTS, DAYS * 1_440);
  await balance(sql);
  await sql`VACUUM ANALYZE`;
  await milliseconds(sql, true);
  await makeCharges(sql, NEW, 5);
  await balance(sql);
}

/** Prints both and their ratio. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const { sql } = database;
    await fill(sql);
    const [full, newer]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      full.push(await milliseconds(sql, true));
      newer.push(await milliseconds(sql, false));
    }
    const ratios = ratiosOf(newer, full);
    const [fullMs, newerMs, ratio] = [median(full), median(newer), Math.round(median(ratios) * 1_000) / 1_000];
    console.log(JSON.stringify({ charges: OLD, newCharges: NEW, fullMs, fromCheckpointMs: newerMs, ratio }));
    report({
      what: `audit of ${NEW.toLocaleString('en')} new charges from a checkpoint on`,
      ours: `${newerMs} ms`,
      beside: `of all ${(OLD + NEW).toLocaleString('en')} charges ${fullMs} ms`,
      ratios,
    });
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
