import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';

/** Failures of a source within this time of each other count together. */
const WINDOW_SECONDS = 3_600;
const PREPAID_SECONDS = 24 * 3_600;

/**
 * reserved, worked or sent -> failed, by whoever holds the lease: the message is burnt. The answers stay, for the case
 * that it lands after all. Of the payer's failures the second within an hour sends the source to prepaid credit.
 * The payer is locked after the payment here: nobody who holds a payer waits for a payment that is open.
 */
export async function failed(
  sql: Sql,
  messageHash: Uint8Array,
  why: { readonly spentLamports: bigint; readonly blame: boolean },
): Promise<boolean> {
  const rows = await unlessDown(sql<{ failed: number }[]>`
    WITH closed AS (
      UPDATE payments SET state = 'failed', closed_at = now(), leased_until = now(),
        spent_lamports = ${why.spentLamports}
      WHERE message_hash = ${messageHash} AND state IN ('reserved', 'worked', 'sent') AND leased_until > now()
      RETURNING source
    ), blamed AS (
      UPDATE payers SET
        failures = CASE WHEN failed_at > now() - make_interval(secs => ${WINDOW_SECONDS}) THEN failures + 1 ELSE 1 END,
        prepaid_until = CASE WHEN failed_at > now() - make_interval(secs => ${WINDOW_SECONDS})
          THEN now() + make_interval(secs => ${PREPAID_SECONDS}) ELSE prepaid_until END,
        failed_at = now()
      FROM closed WHERE payers.source = closed.source AND ${why.blame}::boolean
    )
    SELECT count(*)::int AS failed FROM closed`);
  return rows[0]?.failed === 1;
}
