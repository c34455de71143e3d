import { sha256 } from './accounts/api-key.ts';
import type { Entry, EntryFilter, EntryPage } from './books.ts';
import { boundedCount, checkLimit, microsOf, pageOf, ROWS_COUNTED_MAX } from './page.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';

/** The largest `bigint` of PostgreSQL. */
const ID_MAX = 2n ** 63n - 1n;

/**
 * Ids follow the time of the insert, `created_at` the start of its transaction, which may be earlier. Limits on ids by time leave
 * this margin, which no transaction exceeds.
 */
const SLACK_SECONDS = 3_600;

const INCOMING: readonly Entry['kind'][] = ['grant', 'topup', 'change', 'refund'];

/** A row without `id` means an account without movements on the page. */
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
 * A page of the movements of the key's account, newest first; null for an unknown key. Reads each side of the postings along its
 * index, only within the page and the times. Finds incoming money and passes without reading charges, which are most of an
 * account's movements.
 */
export async function entries(
  sql: Sql,
  apiKey: string,
  page: EntryPage,
): Promise<{ readonly entries: readonly Entry[]; readonly more: boolean } | null> {
  const { limit } = page;
  checkLimit(limit);
  const rows = await readPage(sql, sha256(apiKey), page);
  if (rows.length === 0) return null;
  const found = rows.flatMap((row) => (row.id === null ? [] : [entry(row)]));
  return { entries: pageOf(found, page), more: found.length > limit };
}

function entry(row: Extract<EntryRow, { id: bigint }>): Entry {
  return { id: row.id, kind: row.kind, amountAtomic: row.amount, at: row.created_at, ref: row.ref };
}

/** The sides of postings to read for a page: incoming money is on one side, all else on the other. */
function sidesOf(kinds: EntryPage['kinds']) {
  const charges = !kinds || kinds.includes('charge');
  return {
    incoming: !kinds || kinds.some((kind) => INCOMING.includes(kind)),
    outgoing: charges,
    passesOnly: !charges && kinds.includes('pass'),
    returnsOnly: !charges && kinds.includes('refund'),
  };
}

/** The tables `caller` and `page`: the account of a key, and the ids of at most `limit` movements that a page asks for. */
function pageTables(
  sql: Sql,
  key: Uint8Array,
  { kinds, since, until, before = ID_MAX, newerThan = 0n, oldest, limit: rowsMax }: EntryPage,
) {
  const order = oldest ? sql`ASC` : sql`DESC`;
  const { incoming, outgoing, passesOnly, returnsOnly } = sidesOf(kinds);
  const every = !kinds && !since && !until;
  // A subquery for each row, so that no plan reads the movements of other accounts.
  const matching = sql`(${every}::boolean OR (
    SELECT ${kinds === undefined}::boolean OR kind = ANY(string_to_array(${kinds?.join() ?? ''}, ','))
    FROM movements, reach WHERE id = movement_id AND created_at >= since AND created_at < until))`;
  return sql`caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL
    ), reach AS MATERIALIZED (
      SELECT since, until,
        GREATEST(${newerThan}::bigint, COALESCE((SELECT id FROM movements
          WHERE created_at < since - make_interval(secs => ${SLACK_SECONDS}) ORDER BY created_at DESC LIMIT 1), 0)) AS above,
        LEAST(${before}::bigint, (SELECT id FROM movements
          WHERE created_at >= until + make_interval(secs => ${SLACK_SECONDS}) ORDER BY created_at LIMIT 1)) AS below
      FROM (SELECT
        COALESCE('epoch'::timestamptz + ${microsOf(since)}::bigint * interval '1 microsecond', '-infinity') AS since,
        COALESCE('epoch'::timestamptz + ${microsOf(until)}::bigint * interval '1 microsecond', 'infinity') AS until
      ) AS times
    ), page AS (
      (SELECT DISTINCT movement_id FROM postings
        WHERE ${incoming}::boolean AND to_account = (SELECT account_id FROM caller)
          AND movement_id < (SELECT below FROM reach) AND movement_id > (SELECT above FROM reach) AND ${matching}
        ORDER BY movement_id ${order} LIMIT ${rowsMax})
      UNION
      (SELECT DISTINCT movement_id FROM postings
        WHERE ${outgoing}::boolean AND from_account = (SELECT account_id FROM caller)
          AND movement_id < (SELECT below FROM reach) AND movement_id > (SELECT above FROM reach) AND ${matching}
        ORDER BY movement_id ${order} LIMIT ${rowsMax})
      UNION
      (SELECT movements.id FROM reach, passes JOIN movements ON movements.cause = 'pass:' || passes.signature
        WHERE ${passesOnly}::boolean AND passes.account_id = (SELECT account_id FROM caller)
          AND movements.id < below AND movements.id > above AND movements.created_at >= since AND movements.created_at < until
        ORDER BY movements.id ${order} LIMIT ${rowsMax})
      UNION
      (SELECT movements.id FROM reach, claims JOIN movements ON movements.cause = 'refund:claim:' || claims.signature
        WHERE ${returnsOnly}::boolean AND claims.account_id = (SELECT account_id FROM caller)
          AND movements.id < below AND movements.id > above AND movements.created_at >= since AND movements.created_at < until
        ORDER BY movements.id ${order} LIMIT ${rowsMax})
      ORDER BY movement_id ${order} LIMIT ${rowsMax}
    )`;
}

/** The number of movements that meet a filter. Null where there are more than are read. */
export async function countEntries(sql: Sql, apiKey: string, filter: EntryFilter): Promise<number | null> {
  return await boundedCount(sql<{ count: number | null }[]>`
    WITH ${pageTables(sql, sha256(apiKey), { ...filter, limit: ROWS_COUNTED_MAX + 1 })}
    SELECT CASE WHEN count(*) <= ${ROWS_COUNTED_MAX} THEN count(*)::int END AS count FROM page`);
}

async function readPage(sql: Sql, key: Uint8Array, page: EntryPage): Promise<EntryRow[]> {
  return await unlessDown(sql<EntryRow[]>`
    WITH presented AS (
      UPDATE api_keys SET presented_at = now() WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL
    ), ${pageTables(sql, key, { ...page, limit: page.limit + 1 })}
    SELECT movements.id, movements.kind, movements.created_at, (
        SELECT sum(CASE caller.account_id WHEN to_account THEN amount ELSE -amount END)::bigint FROM postings
        WHERE movement_id = movements.id AND caller.account_id IN (from_account, to_account)
      ) AS amount,
      CASE event.kind
        WHEN 'hold' THEN (
          SELECT holds.kind || '/' || holds.subject FROM holds
          WHERE holds.id = CASE event.kind WHEN 'hold' THEN event.name::bigint END)
        WHEN 'change' THEN payer.signature
        WHEN 'x402' THEN payer.signature
        WHEN 'claim' THEN event.name
        WHEN 'pass' THEN event.name
      END AS ref
    FROM caller LEFT JOIN (page JOIN movements ON movements.id = page.movement_id
      CROSS JOIN LATERAL (
        SELECT split_part(plain_cause, ':', 1) AS kind, split_part(plain_cause, ':', 2) AS name
        FROM (SELECT regexp_replace(movements.cause, '^refund:', '') AS plain_cause) AS cause
      ) AS event
      LEFT JOIN LATERAL (
        SELECT signature FROM payments
        WHERE message_hash = CASE WHEN event.kind IN ('change', 'x402') THEN decode(event.name, 'hex') END
      ) AS payer ON true
    ) ON true
    ORDER BY movements.id DESC`);
}
