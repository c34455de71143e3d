import type { Sql } from '../postgres/sql.ts';

/** A hold that nobody renews is given back after this time. */
export const LEASE_SECONDS = 60;

/** For how long the answer of a response that was not finished is given again to who repeats the request. */
export const REDELIVERY_SECONDS = 600;

/** For how long answers and idempotency keys are kept. */
export const RETENTION_SECONDS = 86_400;

/** For how long a statement that several calls share waits for a row that somebody has locked. */
const SHARED_LOCK_MS_MAX = 300;

/**
 * How a statement treats rows that somebody has locked: `long` waits as long as any statement of the connection, `short` is refused
 * after 300 ms, `none` leaves them alone and says so.
 */
export type LockWait = 'long' | 'short' | 'none';

/** The expression that bounds for one statement how long it waits for locks. */
export function lockTimeout(sql: Sql, wait: LockWait) {
  const ms = wait === 'long' ? null : String(SHARED_LOCK_MS_MAX);
  return sql`set_config('lock_timeout', COALESCE(${ms}::text, current_setting('lock_timeout')), true)`;
}
