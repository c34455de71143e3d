import { unlessDown } from '../outage.ts';
import type { Sql } from '../postgres/database.ts';

const ANSWER_HOURS = 24;
/** A sweep ends soon and leaves the rest to the next. */
const AT_ONCE_MAX = 1_000;

/** reserved or worked -> released, by whoever holds the lease. What was worked is discarded. */
export async function release(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql`
    UPDATE payments SET ${released(sql)}
    WHERE message_hash = ${messageHash} AND state IN ('reserved', 'worked') AND leased_until > now()
    RETURNING message_hash`);
  return rows.length > 0;
}

/**
 * Releases what was reserved or worked by processes that are gone; returns how many payments. Skipping locked rows leaves
 * a payment to whoever is changing it.
 */
export async function releaseAbandoned(sql: Sql): Promise<number> {
  const rows = await unlessDown(sql`
    WITH due AS (
      SELECT message_hash AS hash FROM payments WHERE state IN ('reserved', 'worked') AND leased_until <= now()
      LIMIT ${AT_ONCE_MAX} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payments SET ${released(sql)} FROM due WHERE payments.message_hash = due.hash RETURNING due.hash`);
  return rows.length;
}

function released(sql: Sql) {
  return sql`state = 'released', closed_at = now(), leased_until = now(), answers = NULL, earned = NULL,
    change_key_hash = NULL`;
}

/** Deletes answers older than 24 hours, at most a thousand at once; returns how many. */
export async function forgetOldAnswers(sql: Sql): Promise<number> {
  const rows = await unlessDown(sql`
    WITH due AS (
      SELECT message_hash AS hash FROM payments
      WHERE answers IS NOT NULL AND state IN ('settled', 'failed')
        AND created_at < now() - make_interval(hours => ${ANSWER_HOURS})
      LIMIT ${AT_ONCE_MAX} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payments SET answers = NULL FROM due WHERE payments.message_hash = due.hash RETURNING due.hash`);
  return rows.length;
}
