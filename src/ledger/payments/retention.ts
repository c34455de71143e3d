import { RETENTION_SECONDS } from '../holds/limits.ts';
import { textArray } from '../postgres/arrays.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { inPortions, type SqlTransaction, transact } from '../postgres/transaction.ts';
import { assigned, isBefore, isState } from './states.ts';

/** A transaction expires minutes after it was signed; the rest of the time serves later questions about a payment. */
const UNUSED_HOURS = 24;
const AT_ONCE_MAX = 1_000;
const UNUSED_PORTION_MAX = 5_000;
/** A sweep ends soon and leaves the rest to the next. */
const PORTIONS_MAX = 20;

/**
 * reserved or worked -> released, by the holder of the lease. The work is discarded. It counts against the source independent of fault,
 * but only in its turn. The payer is locked after the payment, as at a failure.
 */
export async function release(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql<{ released: number }[]>`
    WITH closed AS (
      UPDATE payments SET ${assigned(sql, 'release')}
      WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'release')}
      RETURNING source
    ), counted AS (
      UPDATE payers SET
        released = CASE WHEN ${isReleaseCounted(sql)} THEN released + 1 ELSE 1 END,
        released_since = CASE WHEN ${isReleaseCounted(sql)} THEN released_since ELSE now() END
      FROM closed WHERE payers.source = closed.source
    )
    SELECT count(*)::int AS released FROM closed`);
  return rows[0]?.released === 1;
}

/** The condition that the hour has not ended within which the releases of a payer are counted. */
export function isReleaseCounted(sql: Sql | SqlTransaction) {
  return sql`COALESCE(payers.released_since > now() - interval '1 hour', false)`;
}

/**
 * Releases postponed payments, and reserved or worked ones of processes that are gone; returns their number. Work is kept for a minute
 * more, about as long as it can still land.
 */
export async function releaseAbandoned(sql: Sql): Promise<number> {
  return await unlessDown(
    abandon(sql, sql`(${isState(sql, 'reserved')} OR leased_until <= now() - interval '1 minute')`),
  );
}

/** Releases payments without a lease for which `condition` holds. Skips locked rows, which another call is changing. */
export async function abandon(sql: Sql | SqlTransaction, condition: ReturnType<Sql>): Promise<number> {
  const rows = await sql`
    WITH due AS (
      SELECT message_hash AS hash FROM payments WHERE ${isBefore(sql, 'abandon')} AND ${condition}
      LIMIT ${AT_ONCE_MAX} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payments SET ${assigned(sql, 'abandon')} FROM due WHERE payments.message_hash = due.hash RETURNING due.hash`;
  return rows.length;
}

/**
 * Deletes answers older than 24 hours, in portions, and with each the identifier of its payment, which has nothing to be
 * answered with any more; returns how many answers.
 */
export async function forgetPaymentAnswers(sql: Sql): Promise<number> {
  return await inPortions(AT_ONCE_MAX, () => forgetAnswers(sql), PORTIONS_MAX);
}

async function forgetAnswers(sql: Sql): Promise<number> {
  const rows = await unlessDown(sql`
    WITH due AS (
      SELECT message_hash AS hash FROM payments
      WHERE answers IS NOT NULL AND ${isBefore(sql, 'forget answers')}
        AND created_at < now() - make_interval(secs => ${RETENTION_SECONDS})
      LIMIT ${AT_ONCE_MAX} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payments SET ${assigned(sql, 'forget answers')} FROM due
    WHERE payments.message_hash = due.hash RETURNING due.hash`);
  return rows.length;
}

/**
 * Deletes payments that were released more than 24 hours ago, in portions, and payers without payments; returns the number of
 * payments. Their messages were never signed by the service or given away, and their blockhash has expired, so they cannot land.
 * The chain refuses one that is presented again. Sent, settled and burnt payments stay for ever, because they hold the message.
 */
export async function forgetUnused(sql: Sql): Promise<number> {
  return await inPortions(UNUSED_PORTION_MAX, () => transact(sql, forgetUnusedPortion), PORTIONS_MAX);
}

async function forgetUnusedPortion(tx: SqlTransaction): Promise<number> {
  const rows = await tx<{ source: string }[]>`
    WITH due AS (
      SELECT message_hash AS hash FROM payments
      WHERE ${isBefore(tx, 'delete')} AND signature IS NULL
        AND closed_at < now() - make_interval(hours => ${UNUSED_HOURS})
      LIMIT ${UNUSED_PORTION_MAX} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM payments USING due WHERE payments.message_hash = due.hash RETURNING payments.source`;
  await forgetQuietPayers(
    tx,
    rows.map(({ source }) => source),
  );
  return rows.length;
}

/**
 * Deletes the payers without any payment, failure, bar or earlier settlement. Skips rows that another transaction has locked, which
 * is about to reserve a payment. The rows are locked before their payments are counted: a reservation meanwhile waits, and makes the payer
 * anew.
 */
export async function forgetQuietPayers(tx: SqlTransaction, sources: readonly string[]): Promise<void> {
  const quiet = await tx<{ source: string }[]>`
    SELECT source FROM payers
    WHERE source = ANY(${textArray(sources)}::text::text[]) AND failures = 0 AND prepaid_until IS NULL AND settled_at IS NULL
    ORDER BY source FOR UPDATE SKIP LOCKED`;
  if (quiet.length === 0) return;
  await tx`
    DELETE FROM payers
    WHERE source = ANY(${textArray(quiet.map(({ source }) => source))}::text::text[])
      AND NOT EXISTS (SELECT FROM payments WHERE payments.source = payers.source)`;
}
