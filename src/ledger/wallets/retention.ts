import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { HistoryBounds } from '../wallets-model.ts';

/** With a wallet go up to 5,000 rows: a portion stays well under a second. */
const WALLETS_AT_ONCE_MAX = 20;
const PORTION_MS_MAX = 30_000;
/**
 * A check notes that it uses a wallet and ends within half a minute. One that was used just now stays, whatever the bound: its
 * check would write a seam over rows that are gone.
 */
const IN_USE_SECONDS = 600;

/**
 * Deletes the histories of wallets, on whichever chain, that nobody asked about for `unusedDays`, and while there are more
 * than `rowsMax` rows, those least recently used; in portions. Returns how many wallets went. Replicas that do this at once
 * share the work, and a wallet that is being written is left for the next time.
 */
export async function forgetUnusedHistories(sql: Sql, bounds: HistoryBounds): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const portion = await forgetPortion(sql, bounds);
    forgotten += portion;
    if (portion < WALLETS_AT_ONCE_MAX) return forgotten;
  }
}

async function forgetPortion(sql: Sql, { unusedDays, rowsMax }: HistoryBounds): Promise<number> {
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
