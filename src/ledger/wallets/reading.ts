import { type Address, addressBytes } from '#lib/address.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { EffectRow, SeamRow } from '../wallets-model.ts';

/** A check waits no longer: what is kept can be read from the chain as well. */
const READ_MS_MAX = 2_000;

/** `used_at` protects a wallet from eviction while it is checked; it need not be exact. */
const USED_SECONDS = 60;

interface Columns {
  readonly signature: Uint8Array;
  readonly slot: bigint;
  readonly time: bigint | null;
  readonly format: number;
}

/** The row without a body is the seam, whose time is that from which on it holds. */
type HistoryRow =
  | (Columns & { readonly listed: boolean; readonly body: Uint8Array })
  | (Columns & { readonly time: bigint; readonly body: null });

/**
 * Rows and seam of one snapshot, and a note that the wallet is in use, which keeps it from being evicted meanwhile. Nobody waits
 * for a wallet that is locked: it may be on its way out, so without the note there is no seam.
 */
export async function readHistory(sql: Sql, chain: string, wallet: Address) {
  const found = await unlessDown(
    sql<HistoryRow[]>`
      WITH history AS (
        SELECT id, used_at, seam_signature, seam_slot, seam_from, seam_format FROM wallet_histories
        WHERE chain = ${chain} AND wallet = ${addressBytes(wallet)}
      ), used AS (
        UPDATE wallet_histories SET used_at = now() WHERE id = (
          SELECT id FROM wallet_histories
          WHERE id = (SELECT id FROM history) AND used_at < now() - make_interval(secs => ${USED_SECONDS})
          FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id
      )
      SELECT signature, slot, time, format, listed, body FROM wallet_effects
      WHERE history_id = (SELECT id FROM history)
      UNION ALL
      SELECT seam_signature, seam_slot, seam_from, seam_format, NULL, NULL FROM history
      WHERE seam_signature IS NOT NULL
        AND (used_at >= now() - make_interval(secs => ${USED_SECONDS}) OR EXISTS (SELECT FROM used))
      ORDER BY slot`,
    READ_MS_MAX,
  );
  const rows: EffectRow[] = [];
  let seam: SeamRow | null = null;
  for (const row of found) {
    const { signature, format } = row;
    const slot = Number(row.slot);
    if (row.body === null) seam = { signature, slot, provenFrom: Number(row.time), format };
    else {
      const time = row.time === null ? null : Number(row.time);
      rows.push({ signature, slot, time, listed: row.listed, format, body: row.body });
    }
  }
  return { rows, seam };
}
