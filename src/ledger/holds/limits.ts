import type { Sql } from '../postgres/sql.ts';

/** A hold that is not renewed is given back after this time. */
export const LEASE_SECONDS = 60;

/** For how long a repeat gets the answer of an unfinished response again. */
export const REDELIVERY_SECONDS = 600;

/** For how long answers and idempotency keys are kept. */
export const RETENTION_SECONDS = 86_400;

/** For how long a statement that several calls share waits for a locked row. */
const SHARED_LOCK_MS_MAX = 300;

/**
 * The behaviour of a statement at locked rows. For one call, `long` waits as long as the session does. For several, `short` waits 300 ms
 * and is refused then, and `none` leaves them alone and says so.
 */
export type HoldWait = 'long' | 'short' | 'none';

/** A subquery that bounds how long its statement waits for locks. */
export function lockTimeout(sql: Sql) {
  return sql`(SELECT set_config('lock_timeout', ${String(SHARED_LOCK_MS_MAX)}, true))`;
}
