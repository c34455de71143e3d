import { Fault } from '#lib/fault.ts';
import { sha256 } from '../accounts/api-key.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Deliveries } from './deliveries.ts';
import { expireOfBill } from './lease.ts';
import { RETENTION_SECONDS } from './limits.ts';
import { assigned, isBefore } from './states.ts';

/** Every attempt that must be repeated lost a race that somebody else won; so many in a row is no race any more. */
const ATTEMPTS_MAX = 100;
const UNIQUE_VIOLATION = '23505';

/**
 * Why a look at the books decided nothing. `raced`: another call took what was there, or entered the idempotency key.
 * `stale`: the idempotency key names what counts no more. `delivered`: the answer to repeat was finished, and this
 * process has not written so.
 */
export type Again = 'raced' | 'stale' | 'delivered';

/** Whose attempts they are. */
export interface Attempted {
  readonly apiKey: string;
  readonly idempotencyKey?: string;
}

/**
 * The first decision of `attempt`, which is told whether responses were finished before it began that the books may not
 * know of. Throws the fault not_ready when there is none for too long.
 */
export async function untilDecided<R extends object>(
  sql: Sql,
  deliveries: Deliveries,
  request: Attempted,
  attempt: (unwritten: boolean) => Promise<R | Again>,
): Promise<R> {
  let written = false;
  for (let n = 0; n < ATTEMPTS_MAX; n += 1) {
    const found = await attempt(!written && deliveries.waiting).catch(racedOrThrow);
    if (typeof found === 'object') return found;
    if (found === 'stale') await clearWay(sql, request.apiKey, request.idempotencyKey ?? '');
    if (found === 'delivered') {
      await deliveries.written();
      written = true;
    }
  }
  throw new Fault('not_ready', undefined, { retryAfterSeconds: 1 });
}

/** The idempotency key was entered by another call meanwhile: the next look sees its hold. */
function racedOrThrow(error: unknown): Again {
  const taken =
    error instanceof Error &&
    'code' in error &&
    error.code === UNIQUE_VIOLATION &&
    'constraint_name' in error &&
    error.constraint_name === 'holds_identifier';
  if (taken) return 'raced';
  throw error;
}

/**
 * Takes out of the way of a new bill what its idempotency key names and what counts no more: holds whose lease has run
 * out are given back, and charges of more than 24 hours ago lose the key.
 */
async function clearWay(sql: Sql, apiKey: string, idempotencyKey: string): Promise<void> {
  const key = sha256(apiKey);
  await expireOfBill(sql, key, idempotencyKey);
  await unlessDown(sql`
    UPDATE holds SET ${assigned(sql, 'forget')}
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${key}) AND idempotency_key = ${idempotencyKey}
      AND ${isBefore(sql, 'forget')} AND closed_at <= now() - make_interval(secs => ${RETENTION_SECONDS})`);
}
