import { carry } from '../carried.ts';
import type { Transaction } from '../postgres/transaction.ts';

/**
 * Puts the movements of at most `max` payments that were settled more than `days` ago into the sums that are carried; returns how many
 * payments. The rows stay, because no message and no signature may count twice, without what says who asked. Change has to be credited,
 * and a refund be as old. The rows are locked first (see `fold.ts`).
 */
export async function foldPayments(tx: Transaction, days: number, max: number): Promise<number> {
  const rows = await tx<{ hash: string }[]>`
    SELECT encode(message_hash, 'hex') AS hash FROM payments
    WHERE state = 'settled' AND folded_at IS NULL AND closed_at < now() - make_interval(days => ${days})
      AND (change_key_hash IS NULL OR change_credited_at < now() - make_interval(days => ${days})) AND NOT EXISTS (
        SELECT FROM movements WHERE cause = 'refund:x402:' || encode(message_hash, 'hex')
          AND created_at >= now() - make_interval(days => ${days}))
    ORDER BY closed_at LIMIT ${max} FOR UPDATE SKIP LOCKED`;
  if (rows.length === 0) return 0;
  const folded = await tx<{ folded: number }[]>`
    WITH listed AS MATERIALIZED (
      SELECT hash FROM unnest(string_to_array(${rows.map(({ hash }) => hash).join()}, ',')) AS listed (hash) LIMIT ${max}
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
      UPDATE payments SET folded_at = now(), address = '' FROM due WHERE payments.message_hash = due.message_hash
    ), ${carry(
      tx,
      tx`SELECT paid_id AS id, 'x402' AS kind FROM due UNION ALL SELECT change_id, 'change' FROM due
        UNION ALL SELECT refund_id, 'refund' FROM due`,
    )}
    SELECT count(*)::int AS folded FROM due`;
  return folded[0]?.folded ?? 0;
}

/** Whether the movement has one posting, of this amount. */
function isAmount(tx: Transaction, movement: ReturnType<Transaction>, amount: ReturnType<Transaction>) {
  return tx`(SELECT count(*) = 1 AND bool_and(postings.amount = ${amount}) FROM postings WHERE movement_id = ${movement})`;
}
