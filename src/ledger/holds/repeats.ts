import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import { REDELIVERY_SECONDS, RETENTION_SECONDS } from './limits.ts';
import { isNamed } from './name.ts';

/** The condition that `holds` may conflict with a new one under its idempotency key, by the index of these keys. */
export function keepsName(sql: Sql | SqlTransaction) {
  return sql`holds.state IN ('held', 'posted')`;
}

/** Whether one that does counts no more: its lease is over, or it was posted so long ago that its answer is deleted. */
export function isOutdated(sql: Sql | SqlTransaction) {
  return sql`CASE holds.state WHEN 'held' THEN holds.expires_at < now()
    ELSE holds.closed_at <= now() - make_interval(secs => ${RETENTION_SECONDS}) END`;
}

/**
 * The condition that `holds` was charged for the `answers` of a response that was not finished: a repeat of the request gets them again.
 * The interval keeps the planner from the index by time alone.
 */
export function isUnfinished(sql: Sql | SqlTransaction) {
  return sql`holds.state = 'posted' AND holds.finished_at IS NULL AND answers.body IS NOT NULL
    AND holds.closed_at + interval '0' > now() - make_interval(secs => ${REDELIVERY_SECONDS})`;
}

/** Whether the account has repeated the request of an open hold without a refusal. */
export async function isAskedAgain(sql: Sql, holdId: string): Promise<boolean> {
  const rows = await unlessDown(sql`
    SELECT FROM holds JOIN holds AS later
      ON later.account_id = holds.account_id AND later.request_hash = holds.request_hash AND later.id > holds.id
    WHERE ${isNamed(sql, holdId)} AND holds.state = 'held' AND later.state IN ('held', 'posted') LIMIT 1`);
  return rows.length > 0;
}
