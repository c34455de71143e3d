import { type Address, addressBytes } from '#lib/address.ts';
import { plainArray } from '../postgres/arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { transact } from '../postgres/transaction.ts';

/** With a wallet go up to 5,000 rows: a portion stays well under the time of a transaction. */
const WALLETS_AT_ONCE_MAX = 5;

/** What was forgotten: how many wallets had anything stored, and how many of their transactions. */
export interface Purged {
  readonly wallets: number;
  readonly transactions: number;
}

/**
 * Forgets the stored history of a wallet, or of all (null), on whichever chain, by an operator's decision; in portions. The wallet's
 * row stays and says that transactions are gone, so that a check that read them before cannot write that they are whole.
 */
export async function purgeHistories(sql: Sql, wallet: Address | null): Promise<Purged> {
  const whose = wallet && addressBytes(wallet);
  const purged = { wallets: 0, transactions: 0 };
  for (let after = 0n; ; ) {
    const portion = await purgePortion(sql, whose, after);
    purged.wallets += portion.filter(({ forgotten }) => forgotten > 0).length;
    purged.transactions += portion.reduce((sum, { forgotten }) => sum + forgotten, 0);
    const last = portion.at(-1);
    if (!last || portion.length < WALLETS_AT_ONCE_MAX) return purged;
    after = last.id;
  }
}

/** The rows are locked first: what a writer adds meanwhile is deleted as well. */
function purgePortion(sql: Sql, whose: Uint8Array | null, after: bigint) {
  return transact(sql, async (tx) => {
    const due = await tx<{ id: bigint }[]>`
      SELECT id FROM wallet_histories WHERE id > ${after} AND (${whose}::bytea IS NULL OR wallet = ${whose})
      ORDER BY id LIMIT ${WALLETS_AT_ONCE_MAX} FOR UPDATE`;
    const ids = plainArray(due.map(({ id }) => id));
    const gone = await tx<{ id: bigint; forgotten: number }[]>`
      WITH gone AS (DELETE FROM wallet_effects WHERE history_id = ANY(${ids}::text::bigint[]) RETURNING history_id)
      SELECT id, (SELECT count(*)::int FROM gone WHERE history_id = id) AS forgotten
      FROM unnest(${ids}::text::bigint[]) AS id ORDER BY id`;
    await tx`
      UPDATE wallet_histories SET kept = 0, shortened_at = now(),
        seam_signature = NULL, seam_slot = NULL, seam_from = NULL, seam_format = NULL
      WHERE id = ANY(${ids}::text::bigint[])`;
    return gone;
  });
}
