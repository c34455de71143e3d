import { sha256 } from './accounts/api-key.ts';
import type {
  AnswerName,
  CheckPlace,
  PastCheck,
  PastCheckFilter,
  PastCheckPage,
  PastChecks,
  StoredCheck,
} from './books.ts';
import { boundedCount, checkLimit, microsOf, pageOf, ROWS_COUNTED_MAX } from './page.ts';
import { plainArray } from './postgres/arrays.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';

/** After every possible position. */
const LAST = { micros: null, holdId: 0n };

/** Longer than answers are stored, so that a search for one ends. */
const KEPT = '2 days';

/** A row without `hold_id` means an account without checks on the page. */
type CheckRow =
  | { readonly hold_id: null }
  | {
      readonly hold_id: bigint;
      readonly micros: bigint;
      readonly kind: string;
      readonly subject: string;
      readonly size: string | null;
      readonly verdict: string;
      readonly amount: bigint;
      readonly on_pass: boolean;
      readonly closed_at: Date;
      readonly kept: boolean;
    };

/**
 * A page of charged checks of the key's account, newest first; null for an unknown key. An index finds times and subject; kinds and
 * verdicts are compared row by row, newest first, until the page is full.
 */
export async function pastChecks(sql: Sql, apiKey: string, page: PastCheckPage): Promise<PastChecks | null> {
  const { limit } = page;
  checkLimit(limit);
  const rows = await readPage(sql, sha256(apiKey), page);
  if (rows.length === 0) return null;
  const found = rows.flatMap((row) => (row.hold_id === null ? [] : [pastCheck(row)]));
  return { checks: pageOf(found, page), more: found.length > limit };
}

function pastCheck(row: Extract<CheckRow, { hold_id: bigint }>): PastCheck {
  return {
    place: { micros: row.micros, holdId: row.hold_id },
    kind: row.kind,
    subject: row.subject,
    size: row.size,
    verdict: row.verdict,
    priceAtomic: row.amount,
    route: row.on_pass ? 'pass' : 'credit',
    at: row.closed_at,
    kept: row.kept,
  };
}

/**
 * Each choice of filters is a separate statement, so that its plan uses the matching index. The verdict is a subquery for each row,
 * so that no plan reads the answers of other accounts.
 */
async function readPage(sql: Sql, key: Uint8Array, page: PastCheckPage): Promise<CheckRow[]> {
  const { newerThan } = page;
  const { micros, holdId } = page.before ?? LAST;
  const newer = newerThan
    ? sql`AND (closed_at, id) >
        ('epoch'::timestamptz + ${newerThan.micros}::bigint * interval '1 microsecond', ${newerThan.holdId}::bigint)`
    : sql``;
  const order = page.oldest ? sql`closed_at ASC, id ASC` : sql`closed_at DESC, id DESC`;
  return await unlessDown(sql<CheckRow[]>`
    WITH presented AS (
      UPDATE api_keys SET presented_at = now() WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL
    ), caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL
    ), page AS MATERIALIZED (
      SELECT id, kind, subject, size, amount, pass_id, closed_at FROM holds
      WHERE account_id = (SELECT account_id FROM caller) AND state = 'posted' AND ${indexed(sql, page)} AND ${compared(sql, page)}
        AND (closed_at, id) < (
          COALESCE('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', 'infinity'), ${holdId}::bigint) ${newer}
      ORDER BY ${order} LIMIT ${page.limit + 1}
    )
    SELECT page.id AS hold_id, (extract(epoch FROM closed_at) * 1000000)::bigint AS micros, kind, subject, size, verdict,
      amount, pass_id IS NOT NULL AS on_pass, closed_at, body IS NOT NULL AS kept
    FROM caller LEFT JOIN (page JOIN answers ON answers.hold_id = page.id) ON true
    ORDER BY closed_at DESC, page.id DESC`);
}

/** The filters that an index finds. */
function indexed(sql: Sql, { subject, since, until }: PastCheckFilter) {
  const about = subject === undefined ? sql`` : sql`subject = ${subject} AND`;
  return sql`${about} closed_at >= COALESCE('epoch'::timestamptz + ${microsOf(since)}::bigint * interval '1 microsecond', '-infinity')
    AND closed_at < COALESCE('epoch'::timestamptz + ${microsOf(until)}::bigint * interval '1 microsecond', 'infinity')`;
}

/** The filters that are compared row by row, on rows with `id` and `kind` of a hold. */
function compared(sql: Sql, { kinds, verdicts }: PastCheckFilter) {
  const ofKinds = kinds ? sql`kind = ANY(string_to_array(${kinds.join()}, ','))` : sql`true`;
  const withVerdicts = verdicts
    ? sql`AND (SELECT verdict FROM answers WHERE hold_id = id) = ANY(string_to_array(${verdicts.join()}, ','))`
    : sql``;
  return sql`${ofKinds} ${withVerdicts}`;
}

/** The number of charged checks that meet a filter. Null where its subject and times leave more than are read. */
export async function countPastChecks(sql: Sql, apiKey: string, filter: PastCheckFilter): Promise<number | null> {
  const isCompared = filter.kinds || filter.verdicts;
  // Without a comparison the index alone is read.
  return await boundedCount(sql<{ count: number | null }[]>`
    WITH found AS MATERIALIZED (
      SELECT id ${isCompared ? sql`, kind` : sql``} FROM holds
      WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${sha256(apiKey)} AND revoked_at IS NULL)
        AND state = 'posted' AND ${indexed(sql, filter)}
      ORDER BY closed_at DESC, id DESC LIMIT ${ROWS_COUNTED_MAX + 1}
    )
    SELECT CASE WHEN count(*) <= ${ROWS_COUNTED_MAX} THEN count(*) FILTER (WHERE ${compared(sql, filter)})::int END AS count
    FROM found`);
}

/**
 * The stored answer bodies by hold; none for holds of another account or an unknown key. At most 100 holds. The time separates a
 * check from another one with the same id after a failover.
 */
export async function storedBodies(
  sql: Sql,
  apiKey: string,
  places: readonly CheckPlace[],
): Promise<ReadonlyMap<bigint, string>> {
  checkLimit(places.length);
  const rows = await unlessDown(sql<{ hold_id: bigint; body: string }[]>`
    WITH asked AS MATERIALIZED (
      SELECT id, micros FROM unnest(${plainArray(places.map(({ holdId }) => holdId))}::text::bigint[],
        ${plainArray(places.map(({ micros }) => micros))}::text::bigint[]
      ) AS asked (id, micros) LIMIT ${places.length}
    )
    SELECT answers.hold_id, answers.body
    FROM asked JOIN holds ON holds.id = asked.id JOIN answers ON answers.hold_id = holds.id
    WHERE holds.closed_at = 'epoch'::timestamptz + asked.micros * interval '1 microsecond' AND holds.state = 'posted'
      AND answers.body IS NOT NULL
      AND holds.account_id = (SELECT account_id FROM api_keys WHERE hash = ${sha256(apiKey)} AND revoked_at IS NULL)`);
  return new Map(rows.map((row) => [row.hold_id, row.body]));
}

/**
 * The newest charged check of the key's account whose stored answer has this digest; null where there is none, or where its answer is
 * deleted. Reads the answers about one subject that are stored still, along the index of subjects.
 */
export async function storedCheck(sql: Sql, apiKey: string, name: AnswerName): Promise<StoredCheck | null> {
  const { kind, subject, digest } = name;
  const [row] = await unlessDown(sql<(Extract<CheckRow, { hold_id: bigint }> & { readonly body: string })[]>`
    SELECT holds.id AS hold_id, (extract(epoch FROM closed_at) * 1000000)::bigint AS micros, kind, subject, size, verdict,
      amount, pass_id IS NOT NULL AS on_pass, closed_at, true AS kept, body
    FROM holds JOIN answers ON answers.hold_id = holds.id
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${sha256(apiKey)} AND revoked_at IS NULL)
      AND state = 'posted' AND subject = ${subject} AND kind = ${kind} AND body IS NOT NULL
      AND closed_at > now() - ${KEPT}::interval AND sha256(convert_to(body, 'UTF8')) = ${digest}
    ORDER BY closed_at DESC, id DESC LIMIT 1`);
  return row ? { check: pastCheck(row), body: row.body } : null;
}
