import { foldMovements } from './accounts/movement.ts';
import { isBefore } from './holds/states.ts';
import { isBefore as isPaymentBefore, assigned as paymentAssigned } from './payments/states.ts';
import { plainArray } from './postgres/arrays.ts';
import type { Sql } from './postgres/sql.ts';
import { inPortions, type SqlTransaction, transact } from './postgres/transaction.ts';

/*
 * Charges of long ago become sums: their movements, postings, holds and answers are deleted, and their amounts are added to the
 * sums in the table `carried`, in the same transaction. Charges that contradict something are not folded, so that the audit still
 * finds them.
 */

/** Advisory lock of a fold: two folds of the same accounts would wait for each other. */
const FOLD_LOCK = 4_217_402_004;
const AT_ONCE_MAX = 2_000;
/** Maximum number of portions; the next fold continues. */
const PORTIONS_MAX = 50;
/** Released holds are not needed after the day in which a caller may repeat its request. */
const GIVEN_BACK_HOURS = 24;

/** The number of folded charges and payments, and of deleted released holds. */
export interface Folded {
  readonly charges: number;
  readonly payments: number;
  readonly givenBack: number;
}

/**
 * Folds charges that were closed more than `retentionDays` ago, in portions. Does nothing if that is 0, while older versions that
 * cannot audit a folded ledger run, or while another replica folds. Released holds are always deleted after a day.
 */
export async function fold(sql: Sql, retentionDays: number): Promise<Folded> {
  const givenBack = await inPortions(AT_ONCE_MAX, () => forgetGivenBack(sql), PORTIONS_MAX);
  if (retentionDays === 0) return { charges: 0, payments: 0, givenBack };
  if (retentionDays < 2) throw new RangeError(`charges are kept for 2 days at least, not for ${retentionDays}`);
  let [charges, behind] = [0, 0n];
  for (let n = 0; n < PORTIONS_MAX; n += 1) {
    const portion = await transact(sql, (tx) => foldCharges(tx, retentionDays, behind));
    charges += portion.folded;
    behind = portion.behind;
    if (!portion.more) break;
  }
  const payments = await inPortions(
    AT_ONCE_MAX,
    () => transact(sql, (tx) => foldPayments(tx, retentionDays)),
    PORTIONS_MAX,
  );
  return { charges, payments, givenBack };
}

/** How many charges a portion folded, and the last hold that it read. `more` when the next portion may fold others. */
interface Portion {
  readonly folded: number;
  readonly more: boolean;
  readonly behind: bigint;
}

async function forgetGivenBack(sql: Sql): Promise<number> {
  const rows = await transact(
    sql,
    (tx) => tx`
      WITH due AS (
        SELECT id FROM holds WHERE ${isBefore(tx, 'delete')}
          AND closed_at < now() - make_interval(hours => ${GIVEN_BACK_HOURS})
        LIMIT ${AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM holds USING due WHERE holds.id = due.id RETURNING holds.id`,
  );
  return rows.length;
}

/** Whether this transaction may fold. It records the time limit, for later questions about a deleted charge. */
async function mayFold(tx: SqlTransaction, retentionDays: number): Promise<boolean> {
  const rows = await tx`
    UPDATE folding SET folded_before = GREATEST(folded_before, now() - make_interval(days => ${retentionDays}))
    WHERE begins_at <= now() AND pg_try_advisory_xact_lock(${FOLD_LOCK}::bigint) RETURNING id`;
  return rows.length > 0;
}

/**
 * The next holds by id, which is about the order of opening; stops when none is due. A statement of its own locks them, because a
 * refund locks its hold's row, and the next statement then sees the refund.
 */
async function foldCharges(tx: SqlTransaction, days: number, behind: bigint): Promise<Portion> {
  if (!(await mayFold(tx, days))) return { folded: 0, more: false, behind };
  const rows = await tx<{ id: bigint; due: boolean }[]>`
    SELECT id, ${isBefore(tx, 'fold')} AND closed_at < now() - make_interval(days => ${days}) AS due
    FROM holds WHERE id > ${behind} ORDER BY id LIMIT ${AT_ONCE_MAX}`;
  const due = rows.filter((row) => row.due).map(({ id }) => id);
  const last = rows.at(-1)?.id ?? behind;
  if (due.length === 0) return { folded: 0, more: false, behind: last };
  const locked = await tx<{ id: bigint }[]>`
    SELECT holds.id FROM unnest(${plainArray(due)}::text::bigint[]) AS due (id) JOIN holds ON holds.id = due.id
    FOR UPDATE OF holds SKIP LOCKED`;
  const folded = await foldLocked(
    tx,
    days,
    locked.map(({ id }) => id),
  );
  return { folded, more: rows.length === AT_ONCE_MAX, behind: last };
}

/** Folds charges whose movement and answer agree with their hold, together with their refund if that is old too. */
async function foldLocked(tx: SqlTransaction, days: number, ids: readonly bigint[]): Promise<number> {
  const rows = await tx<{ folded: number }[]>`
    WITH listed AS MATERIALIZED (
      SELECT id FROM unnest(${plainArray(ids)}::text::bigint[]) AS listed (id) LIMIT ${AT_ONCE_MAX}
    ), due AS MATERIALIZED (
      SELECT holds.id, holds.account_id, holds.pass_id, charge.id AS charge_id, refund.id AS refund_id
      FROM listed JOIN holds ON holds.id = listed.id JOIN answers ON answers.hold_id = holds.id
      LEFT JOIN movements AS charge ON charge.cause = 'hold:' || holds.id
      LEFT JOIN movements AS refund ON refund.cause = 'refund:hold:' || holds.id
      WHERE CASE WHEN holds.amount = 0 THEN charge.id IS NULL ELSE charge.kind = 'charge' AND (
          SELECT count(*) = 1 AND bool_and(from_account = holds.account_id AND amount = holds.amount AND taker.name LIKE 'revenue:%')
          FROM postings JOIN accounts AS taker ON taker.id = to_account WHERE movement_id = charge.id) END
        AND (refund.id IS NULL OR refund.kind = 'refund' AND refund.created_at < now() - make_interval(days => ${days}) AND (
          SELECT count(*) = 1 AND bool_and(back.amount = forth.amount
            AND back.from_account = forth.to_account AND back.to_account = forth.from_account)
          FROM postings AS back, postings AS forth WHERE back.movement_id = refund.id AND forth.movement_id = charge.id))
        AND (holds.pass_id IS NULL
          OR EXISTS (SELECT FROM passes WHERE passes.id = holds.pass_id AND passes.account_id = holds.account_id))
    ), drawn AS (
      UPDATE passes SET folded = folded + calls.count
      FROM (SELECT pass_id, count(*)::int AS count FROM due WHERE pass_id IS NOT NULL GROUP BY pass_id) AS calls
      WHERE passes.id = calls.pass_id
    ), unanswered AS (
      DELETE FROM answers USING due WHERE answers.hold_id = due.id
    ), gone AS (
      DELETE FROM holds USING due WHERE holds.id = due.id
    ), ${foldMovements(tx, tx`SELECT charge_id AS id, 'charge' AS kind FROM due UNION ALL SELECT refund_id, 'refund' FROM due`)}
    SELECT count(*)::int AS folded FROM due`;
  return rows[0]?.folded ?? 0;
}

/**
 * Adds the movements of a portion of payments that were settled more than `days` ago to the carried sums; returns the number of
 * payments. The rows stay without the caller's data, because no message and no signature may count twice. Change must be credited,
 * and a refund be as old. The rows are locked first, as those of charges are.
 */
async function foldPayments(tx: SqlTransaction, days: number): Promise<number> {
  if (!(await mayFold(tx, days))) return 0;
  const rows = await tx<{ hash: string }[]>`
    SELECT encode(message_hash, 'hex') AS hash FROM payments
    WHERE ${isPaymentBefore(tx, 'fold')} AND folded_at IS NULL AND closed_at < now() - make_interval(days => ${days})
      AND (change_key_hash IS NULL OR change_credited_at < now() - make_interval(days => ${days})) AND NOT EXISTS (
        SELECT FROM movements WHERE cause = 'refund:x402:' || encode(message_hash, 'hex')
          AND created_at >= now() - make_interval(days => ${days}))
    ORDER BY closed_at LIMIT ${AT_ONCE_MAX} FOR UPDATE SKIP LOCKED`;
  if (rows.length === 0) return 0;
  const folded = await tx<{ folded: number }[]>`
    WITH listed AS MATERIALIZED (
      SELECT hash FROM unnest(string_to_array(${rows.map(({ hash }) => hash).join()}, ',')) AS listed (hash) LIMIT ${AT_ONCE_MAX}
    ), due AS MATERIALIZED (
      SELECT payments.message_hash, paid.id AS paid_id, change.id AS change_id, refund.id AS refund_id
      FROM listed JOIN payments ON payments.message_hash = decode(listed.hash, 'hex')
      JOIN movements AS paid ON paid.cause = 'x402:' || listed.hash AND paid.kind = 'x402'
      LEFT JOIN movements AS change ON change.cause = 'change:' || listed.hash
      LEFT JOIN movements AS refund ON refund.cause = 'refund:x402:' || listed.hash
      WHERE ${isAmount(tx, tx`paid.id`, tx`payments.earned`)}
        AND CASE WHEN payments.change_key_hash IS NULL THEN change.id IS NULL
          ELSE change.kind = 'change' AND ${isAmount(tx, tx`change.id`, tx`payments.amount - payments.earned`)} END
        AND (refund.id IS NULL OR refund.kind = 'refund' AND refund.created_at < now() - make_interval(days => ${days})
          AND ${isAmount(tx, tx`refund.id`, tx`payments.earned`)})
    ), marked AS (
      UPDATE payments SET ${paymentAssigned(tx, 'fold')} FROM due WHERE payments.message_hash = due.message_hash
    ), ${foldMovements(
      tx,
      tx`SELECT paid_id AS id, 'x402' AS kind FROM due UNION ALL SELECT change_id, 'change' FROM due
        UNION ALL SELECT refund_id, 'refund' FROM due`,
    )}
    SELECT count(*)::int AS folded FROM due`;
  return folded[0]?.folded ?? 0;
}

/** Whether the movement has exactly one posting of this amount. */
function isAmount(tx: SqlTransaction, movement: ReturnType<SqlTransaction>, amount: ReturnType<SqlTransaction>) {
  return tx`(SELECT count(*) = 1 AND bool_and(postings.amount = ${amount}) FROM postings WHERE movement_id = ${movement})`;
}
