import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';

/** Whoever works on a payment and has not been heard of for so long is taken for gone. */
export const LEASE_SECONDS = 60;

/** Starts the lease of an open payment anew; one that has run out stays as it is. */
export async function renew(sql: Sql, messageHash: Uint8Array): Promise<void> {
  await unlessDown(sql`
    UPDATE payments SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE message_hash = ${messageHash} AND closed_at IS NULL AND leased_until > now()`);
}

/** Takes an open payment that nobody works on; of those who try at once one gets it. */
export async function takeOver(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql`
    UPDATE payments SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE message_hash = ${messageHash} AND closed_at IS NULL AND leased_until <= now() RETURNING message_hash`);
  return rows.length > 0;
}
