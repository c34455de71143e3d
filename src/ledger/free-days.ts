import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';
import type { Transaction } from './postgres/transaction.ts';

const FORGOTTEN_AT_ONCE_MAX = 1_000;

/** In portions; replicas that do this at once share the work. */
export async function forgetPastDays(sql: Sql): Promise<number> {
  await unlessDown(sql`DELETE FROM free_work WHERE day < ${utcDay(sql)}`);
  let forgotten = 0;
  for (;;) {
    const rows = await unlessDown(sql`
      WITH due AS (
        SELECT day, network FROM free_calls WHERE day < ${utcDay(sql)}
        LIMIT ${FORGOTTEN_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM free_calls USING due WHERE free_calls.day = due.day AND free_calls.network = due.network`);
    forgotten += rows.count;
    if (rows.count < FORGOTTEN_AT_ONCE_MAX) return forgotten;
  }
}

/** The day by the database's clock. */
export function utcDay(sql: Sql | Transaction) {
  return sql`(now() AT TIME ZONE 'UTC')::date`;
}
