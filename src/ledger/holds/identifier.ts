import { sha256 } from '../accounts/api-key.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { expireOfBill } from './lease.ts';
import { RETENTION_SECONDS } from './limits.ts';
import { assigned, isBefore } from './states.ts';

/**
 * Takes out of the way of a new bill what its idempotency key names and what counts no more: holds whose lease has run
 * out are given back, and charges of more than 24 hours ago lose the key.
 */
export async function clearWay(sql: Sql, apiKey: string, idempotencyKey: string): Promise<void> {
  const key = sha256(apiKey);
  await expireOfBill(sql, key, idempotencyKey);
  await unlessDown(sql`
    UPDATE holds SET ${assigned(sql, 'forget')}
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${key}) AND idempotency_key = ${idempotencyKey}
      AND ${isBefore(sql, 'forget')} AND closed_at <= now() - make_interval(secs => ${RETENTION_SECONDS})`);
}
