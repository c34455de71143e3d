import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { plainArray } from '../postgres/arrays.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { inPortions, transact } from '../postgres/transaction.ts';
import type { HistoryRetention } from './histories.ts';

/** With a wallet go up to 25,000 rows: a portion stays well under the time of a transaction. */
const PURGED_AT_ONCE_MAX = 1;

/** With a wallet go up to 25,000 rows: a portion stays well under a second. */
const WALLETS_AT_ONCE_MAX = 4;
const PORTION_MS_MAX = 30_000;
/**
 * A check notes that it uses a wallet and ends within half a minute. One that was used just now stays, whatever the bound: its
 * check would write a watermark over rows that are gone.
 */
const IN_USE_SECONDS = 600;

/**
 * Deletes the histories of wallets, of every chain, that were not checked for `unusedDays`, and while there are more than `rowsMax` rows,
 * the least recently used; in portions. Returns the number of deleted wallets. Concurrent replicas share the work, and a wallet that is
 * being written is left for the next time.
 */
export async function forgetUnusedHistories(sql: Sql, bounds: HistoryRetention): Promise<number> {
  return await inPortions(WALLETS_AT_ONCE_MAX, () => forgetPortion(sql, bounds));
}

async function forgetPortion(sql: Sql, { unusedDays, rowsMax }: HistoryRetention): Promise<number> {
  const rows = await unlessDown(
    sql`
      WITH ranked AS (
        SELECT id, sum(kept) OVER (ORDER BY used_at DESC, id) AS with_newer FROM wallet_histories
      ), due AS (
        SELECT history.id FROM wallet_histories AS history JOIN ranked ON ranked.id = history.id
        WHERE history.used_at < now() - make_interval(days => ${unusedDays}) OR (
          with_newer > ${rowsMax}::bigint AND history.used_at < now() - make_interval(secs => ${IN_USE_SECONDS}))
        ORDER BY history.used_at LIMIT ${WALLETS_AT_ONCE_MAX} FOR UPDATE OF history SKIP LOCKED
      )
      DELETE FROM wallet_histories USING due WHERE wallet_histories.id = due.id`,
    PORTION_MS_MAX,
  );
  return rows.count;
}

/** The deleted data: the number of wallets with stored rows, and of their transactions. */
interface Purged {
  readonly wallets: number;
  readonly transactions: number;
}

/**
 * Forgets the stored history of a wallet, or of all (null), of every chain, by an operator's decision; in portions. The wallet's row stays
 * and says that transactions are gone, so that a check that read them before cannot mark the history as complete.
 */
export async function purgeHistories(sql: Sql, wallet: Address | null): Promise<Purged> {
  const whose = wallet && addressBytes(wallet);
  const purged = { wallets: 0, transactions: 0 };
  for (let after = 0n; ; ) {
    const portion = await purgePortion(sql, whose, after);
    purged.wallets += portion.filter(({ forgotten }) => forgotten > 0).length;
    purged.transactions += portion.reduce((sum, { forgotten }) => sum + forgotten, 0);
    const last = portion.at(-1);
    if (!last || portion.length < PURGED_AT_ONCE_MAX) return purged;
    after = last.id;
  }
}

/** The rows are locked first: rows that a writer adds meanwhile are deleted as well. */
function purgePortion(sql: Sql, whose: Uint8Array | null, after: bigint) {
  return transact(sql, async (tx) => {
    const due = await tx<{ id: bigint }[]>`
      SELECT id FROM wallet_histories WHERE id > ${after} AND (${whose}::bytea IS NULL OR wallet = ${whose})
      ORDER BY id LIMIT ${PURGED_AT_ONCE_MAX} FOR UPDATE`;
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
