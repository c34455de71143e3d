import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { assigned, isBefore } from './states.ts';

/** Starts the lease of an open payment anew; one that has run out stays as it is. */
export async function renewPayment(sql: Sql, messageHash: Uint8Array): Promise<void> {
  await unlessDown(sql`
    UPDATE payments SET ${assigned(sql, 'renew')} WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'renew')}`);
}

/** Takes an open payment that nobody works on; of those who try at once one gets it. */
export async function takeOver(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql`
    UPDATE payments SET ${assigned(sql, 'take over')}
    WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'take over')} RETURNING message_hash`);
  return rows.length > 0;
}
