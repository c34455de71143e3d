import { sha256 } from './api-key.ts';
import type { Entry, EntryPage } from './model.ts';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';

const ENTRIES_MAX = 100;
/** The largest `bigint` of PostgreSQL. */
const ID_MAX = 2n ** 63n - 1n;

/** A row without `id` stands for an account without movements on the page. */
type EntryRow =
  | { readonly id: null }
  | {
      readonly id: bigint;
      readonly kind: Entry['kind'];
      readonly amount: bigint;
      readonly created_at: Date;
      readonly ref: string | null;
    };

/**
 * A page of the movements of the key's account, newest first; null for a key that is unknown. Each side of the postings
 * is read along its index and no further than the page goes.
 */
export async function entries(
  sql: Sql,
  apiKey: string,
  page: EntryPage,
): Promise<{ readonly entries: readonly Entry[]; readonly more: boolean } | null> {
  const { limit } = page;
  if (!Number.isInteger(limit) || limit < 1 || limit > ENTRIES_MAX) {
    throw new RangeError(`a page has 1 to ${ENTRIES_MAX} entries, not ${limit}`);
  }
  const rows = await readPage(sql, sha256(apiKey), page.before ?? ID_MAX, limit + 1);
  if (rows.length === 0) return null;
  const found = rows.flatMap((row) => (row.id === null ? [] : [entry(row)]));
  return { entries: found.slice(0, limit), more: found.length > limit };
}

function entry(row: Extract<EntryRow, { id: bigint }>): Entry {
  return { id: row.id, kind: row.kind, amountAtomic: row.amount, at: row.created_at, ref: row.ref };
}

async function readPage(sql: Sql, key: Uint8Array, before: bigint, rowsMax: number): Promise<EntryRow[]> {
  return await unlessDown(sql<EntryRow[]>`
    WITH presented AS (
      UPDATE api_keys SET presented_at = now() WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL
    ), caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL
    ), page AS (
      (SELECT DISTINCT movement_id FROM postings
        WHERE to_account = (SELECT account_id FROM caller) AND movement_id < ${before}::bigint
        ORDER BY movement_id DESC LIMIT ${rowsMax})
      UNION
      (SELECT DISTINCT movement_id FROM postings
        WHERE from_account = (SELECT account_id FROM caller) AND movement_id < ${before}::bigint
        ORDER BY movement_id DESC LIMIT ${rowsMax})
      ORDER BY movement_id DESC LIMIT ${rowsMax}
    )
    SELECT movements.id, movements.kind, movements.created_at, (
        SELECT sum(CASE caller.account_id WHEN to_account THEN amount ELSE -amount END)::bigint FROM postings
        WHERE movement_id = movements.id AND caller.account_id IN (from_account, to_account)
      ) AS amount,
      CASE movements.kind
        WHEN 'charge' THEN (
          SELECT holds.kind || '/' || holds.subject FROM holds
          WHERE holds.id = CASE movements.kind WHEN 'charge' THEN split_part(movements.cause, ':', 2)::bigint END)
        WHEN 'change' THEN (
          SELECT signature FROM payments
          WHERE message_hash = CASE movements.kind WHEN 'change' THEN decode(split_part(movements.cause, ':', 2), 'hex') END)
        WHEN 'topup' THEN split_part(movements.cause, ':', 2)
        WHEN 'pass' THEN split_part(movements.cause, ':', 2)
      END AS ref
    FROM caller LEFT JOIN (page JOIN movements ON movements.id = page.movement_id) ON true
    ORDER BY movements.id DESC`);
}
