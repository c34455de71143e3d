import type { Sql } from '../postgres/sql.ts';
import { inPortions, type SqlTransaction, transact } from '../postgres/transaction.ts';
import { RETENTION_SECONDS } from './limits.ts';
import { assigned } from './states.ts';

const FORGOTTEN_AT_ONCE_MAX = 1_000;

/**
 * Deletes the bodies of answers after 24 hours, in portions, and with each body the idempotency key of its charge; holds
 * that were given back lost theirs then. Returns how many bodies went. Replicas that do this at once share the work.
 */
export async function forgetOldAnswers(sql: Sql): Promise<number> {
  return await inPortions(FORGOTTEN_AT_ONCE_MAX, () => transact(sql, forgetPortion));
}

/** A fold locks the same rows in the reverse order; the one that a deadlock ends tries again. */
async function forgetPortion(tx: SqlTransaction): Promise<number> {
  const rows = await tx<{ forgotten: number }[]>`
    WITH due AS (
      SELECT hold_id FROM answers
      WHERE body IS NOT NULL AND created_at <= now() - make_interval(secs => ${RETENTION_SECONDS})
      ORDER BY created_at LIMIT ${FORGOTTEN_AT_ONCE_MAX} FOR NO KEY UPDATE SKIP LOCKED
    ), emptied AS (
      UPDATE answers SET body = NULL FROM due WHERE answers.hold_id = due.hold_id RETURNING answers.hold_id
    ), unnamed AS (
      UPDATE holds SET ${assigned(tx, 'forget')} FROM due WHERE holds.id = due.hold_id AND idempotency_key IS NOT NULL
    )
    SELECT count(*)::int AS forgotten FROM emptied`;
  return rows[0]?.forgotten ?? 0;
}
