import { sha256 } from './api-key.ts';
import type { HoldRequest, HoldResult, PostResult, StoredAnswer } from './model.ts';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';

/** A hold that nobody renews is given back after this time. */
const LEASE_SECONDS = 60;
const FREE_ANSWERS_MAX = 10;
const FREE_WINDOW_SECONDS = 3_600;
const REVENUE_SHARDS = 16;
const EXPIRED_AT_ONCE_MAX = 1_000;

interface HoldRow {
  readonly hold_id: string | null;
  readonly spendable: bigint | null;
  readonly free_answers: number;
  readonly retry_seconds: number | null;
}

/**
 * Reserves the price. The condition on the balance is checked again by PostgreSQL on the newest row after any wait for
 * its lock, so that holds which arrive together never reserve more than there is.
 */
export async function hold(sql: Sql, request: HoldRequest): Promise<HoldResult> {
  const rows = await unlessDown(sql<HoldRow[]>`
    WITH caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${sha256(request.apiKey)} AND revoked_at IS NULL
    ), free AS MATERIALIZED (
      SELECT count(*)::int AS answers, min(closed_at) AS oldest FROM (
        SELECT closed_at FROM holds
        WHERE account_id = (SELECT account_id FROM caller) AND why = 'free'
          AND closed_at > now() - make_interval(secs => ${FREE_WINDOW_SECONDS})
        ORDER BY closed_at DESC LIMIT ${FREE_ANSWERS_MAX}
      ) AS newest
    ), reserved AS (
      UPDATE accounts SET held = held + ${request.priceAtomic}
      WHERE id = (SELECT account_id FROM caller) AND balance - held >= ${request.priceAtomic}
        AND (SELECT answers FROM free) < ${FREE_ANSWERS_MAX}
      RETURNING id, balance - held AS spendable
    ), opened AS (
      INSERT INTO holds (account_id, amount, kind, subject, request_hash, expires_at)
      SELECT id, ${request.priceAtomic}, ${request.kind}, ${request.subject}, ${sha256(request.request)},
        now() + make_interval(secs => ${LEASE_SECONDS})
      FROM reserved RETURNING id
    )
    SELECT (SELECT id::text FROM opened) AS hold_id,
      COALESCE((SELECT spendable FROM reserved),
        (SELECT balance - held FROM accounts WHERE id = caller.account_id)) AS spendable,
      free.answers AS free_answers,
      ceil(extract(epoch FROM free.oldest + make_interval(secs => ${FREE_WINDOW_SECONDS}) - now()))::int AS retry_seconds
    FROM caller, free`);
  const row = rows[0];
  if (!row) return { outcome: 'key_unknown' };
  const balanceAtomic = row.spendable ?? 0n;
  if (row.hold_id !== null) return { outcome: 'held', holdId: row.hold_id, balanceAtomic };
  if (row.free_answers >= FREE_ANSWERS_MAX) {
    return { outcome: 'too_many_free_answers', retryAfterSeconds: Math.max(1, row.retry_seconds ?? 1) };
  }
  // The money was there when the statement began and another call took it meanwhile: the figure is not true any more.
  if (balanceAtomic >= request.priceAtomic) return await hold(sql, request);
  return { outcome: 'insufficient_balance', balanceAtomic };
}

/** Charges and stores the answer in one statement: the state of the hold decides, so that a charge happens once. */
export async function post(sql: Sql, holdId: string, answer: StoredAnswer): Promise<PostResult> {
  const rows = await unlessDown(sql<{ spendable: bigint }[]>`
    WITH closed AS (
      UPDATE holds SET state = 'posted', closed_at = now(), answer_id = id
      WHERE id = ${holdId}::bigint AND state = 'held' RETURNING id, account_id, amount
    ), stored AS (
      INSERT INTO answers (hold_id, body, verdict) SELECT id, ${answer.body}, ${answer.verdict} FROM closed
    ), charged AS (
      UPDATE accounts SET balance = balance - closed.amount, held = held - closed.amount
      FROM closed WHERE accounts.id = closed.account_id RETURNING balance - held AS spendable
    ), earned AS (
      UPDATE accounts SET balance = balance + closed.amount
      FROM closed WHERE accounts.name = 'revenue:' || closed.id % ${REVENUE_SHARDS}::int RETURNING accounts.id
    ), moved AS (
      INSERT INTO movements (kind, cause) SELECT 'charge', 'hold:' || id FROM closed WHERE amount > 0 RETURNING id
    ), entered AS (
      INSERT INTO postings (movement_id, from_account, to_account, amount)
      SELECT moved.id, closed.account_id, earned.id, closed.amount FROM moved, closed, earned
    )
    SELECT spendable FROM charged`);
  const row = rows[0] ?? (await postedBefore(sql, holdId, answer));
  return row ? { outcome: 'posted', balanceAtomic: row.spendable } : { outcome: 'lost' };
}

/**
 * The repeat of a post whose outcome got lost with its connection finds its own answer. A statement of its own, because
 * the first may have been committed while the repeat waited for it, too late for the repeat's view of the tables.
 */
async function postedBefore(
  sql: Sql,
  holdId: string,
  answer: StoredAnswer,
): Promise<{ readonly spendable: bigint } | undefined> {
  const rows = await unlessDown(sql<{ spendable: bigint }[]>`
    SELECT accounts.balance - accounts.held AS spendable FROM answers
    JOIN holds ON holds.id = answers.hold_id JOIN accounts ON accounts.id = holds.account_id
    WHERE answers.hold_id = ${holdId}::bigint AND answers.body = ${answer.body}`);
  return rows[0];
}

/** Gives a hold back; one that is closed already stays as it is. Answers with what the account can spend. */
export async function voidHold(sql: Sql, holdId: string, why: 'free' | 'failed'): Promise<{ balanceAtomic: bigint }> {
  const rows = await unlessDown(sql<{ spendable: bigint | null }[]>`
    WITH closed AS (
      UPDATE holds SET state = 'voided', closed_at = now(), why = ${why}
      WHERE id = ${holdId}::bigint AND state = 'held' RETURNING account_id, amount
    ), given AS (
      UPDATE accounts SET held = held - closed.amount FROM closed WHERE accounts.id = closed.account_id
      RETURNING balance - held AS spendable
    )
    SELECT COALESCE((SELECT spendable FROM given), (
      SELECT balance - held FROM accounts WHERE id = (SELECT account_id FROM holds WHERE id = ${holdId}::bigint)
    )) AS spendable`);
  return { balanceAtomic: rows[0]?.spendable ?? 0n };
}

/** Starts the lease of an open hold anew. */
export async function renew(sql: Sql, holdId: string): Promise<void> {
  await unlessDown(sql`
    UPDATE holds SET expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${holdId}::bigint AND state = 'held'`);
}

/**
 * Gives back what was held by processes that are gone; returns how many holds. Skipping locked rows leaves a hold to
 * whoever is closing it, and locking the accounts in order lets several replicas sweep at once.
 */
export async function expireHolds(sql: Sql): Promise<number> {
  const rows = await unlessDown(sql<{ expired: number }[]>`
    WITH due AS (
      SELECT id FROM holds WHERE state = 'held' AND expires_at < now()
      ORDER BY expires_at LIMIT ${EXPIRED_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
    ), closed AS (
      UPDATE holds SET state = 'expired', closed_at = now()
      FROM due WHERE holds.id = due.id RETURNING holds.account_id, holds.amount
    ), freed AS (
      SELECT account_id, sum(amount)::bigint AS amount FROM closed GROUP BY account_id
    ), locked AS (
      SELECT id FROM accounts WHERE id IN (SELECT account_id FROM freed) ORDER BY id FOR UPDATE
    ), given AS (
      UPDATE accounts SET held = held - freed.amount
      FROM freed JOIN locked ON locked.id = freed.account_id WHERE accounts.id = freed.account_id
    )
    SELECT count(*)::int AS expired FROM closed`);
  return rows[0]?.expired ?? 0;
}
