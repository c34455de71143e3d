import { textArray } from '../postgres/arrays.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';

/**
 * Deletes those of the payers of whom nothing is left: no payment, no failure, no bar, and none that settled. Skips whom somebody else has locked, who
 * is about to have a payment. They are locked before it is looked for payments: whoever reserves meanwhile waits, and makes
 * the payer anew.
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
