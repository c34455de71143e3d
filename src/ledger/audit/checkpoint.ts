import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';

/** The end of the audited books: an audit that continues from here reads only newer rows. */
export interface Checkpoint {
  /** No movement that is older can be entered any more; all were compared, and are in the sums. */
  readonly at: Date;
  /** Every hold up to this id was closed before. */
  readonly holdFloor: bigint;
}

type Condition = ReturnType<SqlTransaction>;

/** That a time is not before the checkpoint; true without one. */
export function isSince(tx: SqlTransaction, checkpoint: Checkpoint | null, time: Condition): Condition {
  return checkpoint === null ? tx`TRUE` : tx`${time} >= ${checkpoint.at}::timestamptz`;
}

/** That the id of a hold is above the floor of the checkpoint; true without one. */
export function isAbove(tx: SqlTransaction, checkpoint: Checkpoint | null, id: Condition): Condition {
  return checkpoint === null ? tx`TRUE` : tx`${id} > ${checkpoint.holdFloor}::bigint`;
}

/** An audit of the newer part misses some damage to older rows; a full audit finds it within this time. */
const FULL_EVERY_DAYS = 7;

/** Null before the first full audit, after an audit with findings, and when a full one is due again. */
export async function readCheckpoint(tx: SqlTransaction): Promise<Checkpoint | null> {
  const rows = await tx<Checkpoint[]>`
    SELECT at, hold_floor AS "holdFloor" FROM audit_checkpoint
    WHERE full_at > now() - make_interval(days => ${FULL_EVERY_DAYS})`;
  return rows[0] ?? null;
}

/**
 * Rows carry the time at which their transaction began. A checkpoint therefore lies so far before the start of the oldest open
 * transaction. That is also more than passes between the start of a charge and the id of its hold.
 */
const MARGIN_MINUTES = 10;

/**
 * The start of the oldest open transaction of this database; now if there is none. Ask before the snapshot of an audit is taken: a
 * transaction that closed before is in the snapshot. For a prepared transaction only the time of its preparation is known. A role without
 * `pg_read_all_stats` does not see transactions of other roles; a late entry by one of them makes the next audit a full one.
 */
export async function openSince(sql: Sql): Promise<Date> {
  const rows = await unlessDown(sql<{ since: Date }[]>`
    SELECT LEAST(now(), (
      SELECT min(xact_start) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    ), (SELECT min(prepared) FROM pg_prepared_xacts WHERE database = current_database())) AS since`);
  return rows[0]?.since ?? new Date(0);
}

/**
 * Moves the checkpoint forward after a sound audit in the same snapshot. A balance is then all that was entered, so that each sum is the
 * balance less what is newer. The checkpoint `before` never moves back. Without it, after a full audit, everything is written anew.
 */
export async function moveCheckpoint(tx: SqlTransaction, before: Checkpoint | null, open: Date): Promise<void> {
  const [next] = await tx<{ at: Date }[]>`
    SELECT date_trunc('milliseconds', LEAST(now(), ${open}::timestamptz) - make_interval(mins => ${MARGIN_MINUTES})) AS at`;
  if (!next || (before !== null && next.at <= before.at)) return;
  const checkpoint = { at: next.at, holdFloor: await floorAt(tx, before, next.at) };
  if (before === null) {
    await tx`DELETE FROM audit_sums`;
    await tx`DELETE FROM audit_calls`;
  }
  await writeSums(tx, checkpoint);
  await writeCalls(tx, checkpoint);
  await tx`
    INSERT INTO audit_checkpoint (id, at, hold_floor, full_at)
    VALUES (1, ${checkpoint.at}::timestamptz, ${checkpoint.holdFloor}, now())
    ON CONFLICT (id) DO UPDATE SET at = EXCLUDED.at, hold_floor = EXCLUDED.hold_floor,
      full_at = CASE WHEN ${before === null}::boolean THEN EXCLUDED.full_at ELSE audit_checkpoint.full_at END`;
}

/** Removes the checkpoint of unsound books, so that audits are full until the books are mended. */
export async function dropCheckpoint(tx: SqlTransaction): Promise<void> {
  await tx`DELETE FROM audit_checkpoint`;
}

/** The id before the first hold that was open at that time, or is now. Ids follow the times closely enough for the margin. */
async function floorAt(tx: SqlTransaction, before: Checkpoint | null, at: Date): Promise<bigint> {
  const rows = await tx<{ floor: bigint }[]>`
    SELECT COALESCE(min(id) FILTER (WHERE state = 'held' OR created_at >= ${at}::timestamptz OR closed_at >= ${at}::timestamptz) - 1,
      max(id), ${before?.holdFloor ?? 0n}::bigint) AS floor
    FROM holds WHERE ${isAbove(tx, before, tx`id`)}`;
  return rows[0]?.floor ?? 0n;
}

/** A sum that has not changed is neither written nor locked. */
async function writeSums(tx: SqlTransaction, checkpoint: Checkpoint): Promise<void> {
  await tx`
    WITH recent AS MATERIALIZED (
      SELECT from_account, to_account, amount FROM movements JOIN postings ON postings.movement_id = movements.id
      WHERE ${isSince(tx, checkpoint, tx`created_at`)}
    ), newer AS (
      SELECT account_id, sum(amount)::bigint AS amount FROM (
        SELECT to_account AS account_id, amount FROM recent UNION ALL SELECT from_account, -amount FROM recent
      ) AS sides GROUP BY account_id
    ), older AS (
      SELECT id, balance - COALESCE(newer.amount, 0) AS amount FROM accounts LEFT JOIN newer ON newer.account_id = accounts.id
    )
    INSERT INTO audit_sums (account_id, amount)
    SELECT id, older.amount FROM older LEFT JOIN audit_sums ON audit_sums.account_id = older.id
    WHERE older.amount IS DISTINCT FROM audit_sums.amount
    ON CONFLICT (account_id) DO UPDATE SET amount = EXCLUDED.amount`;
}

async function writeCalls(tx: SqlTransaction, checkpoint: Checkpoint): Promise<void> {
  await tx`
    WITH newer AS (
      SELECT pass_id, count(*) AS calls FROM holds
      WHERE ${isAbove(tx, checkpoint, tx`id`)} AND pass_id IS NOT NULL AND state IN ('held', 'posted') GROUP BY pass_id
    ), older AS (
      SELECT id, used - COALESCE(newer.calls, 0) AS calls FROM passes LEFT JOIN newer ON newer.pass_id = passes.id
    )
    INSERT INTO audit_calls (pass_id, calls)
    SELECT id, older.calls FROM older LEFT JOIN audit_calls ON audit_calls.pass_id = older.id
    WHERE older.calls IS DISTINCT FROM audit_calls.calls
    ON CONFLICT (pass_id) DO UPDATE SET calls = EXCLUDED.calls`;
}
