import { Fault } from '#lib/fault.ts';
import { sha256 } from '../accounts/api-key.ts';
import { codeOf, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeadlock, UNIQUE_VIOLATION } from '../postgres/transaction.ts';
import type { Deliveries } from './deliveries.ts';
import { expireOfBill } from './lease.ts';
import { RETENTION_SECONDS } from './limits.ts';
import { assigned, isBefore } from './states.ts';

/** An attempt is repeated when another call was faster. So many in a row cannot be explained by that. */
const ATTEMPTS_MAX = 100;

/**
 * Why an attempt decided nothing. `raced`: another call took the money or the call of the pass, or entered the idempotency key. `stale`:
 * the idempotency key names holds that count no more. `delivered`: the response with the answer to repeat was finished, which this
 * process has not written yet.
 */
export type Undecided = 'raced' | 'stale' | 'delivered';

/** The caller of the attempts. */
export interface AttemptCaller {
  readonly apiKey: string;
  readonly idempotencyKey?: string;
}

/**
 * Repeats `attempt` until it decides. `unwritten` says whether responses were finished before that are not written yet. Throws the fault
 * not_ready after too many attempts.
 */
export async function untilDecided<R extends object>(
  sql: Sql,
  deliveries: Deliveries,
  request: AttemptCaller,
  attempt: (unwritten: boolean) => Promise<R | Undecided>,
): Promise<R> {
  let written = false;
  for (let n = 0; n < ATTEMPTS_MAX; n += 1) {
    const found = await attempt(!written && deliveries.waiting).catch(racedOrThrow);
    if (typeof found === 'object') return found;
    if (found === 'stale') await freeName(sql, request.apiKey, request.idempotencyKey ?? '');
    if (found === 'delivered') {
      await deliveries.written();
      written = true;
    }
  }
  throw new Fault('not_ready', undefined, { retryAfterSeconds: 1 });
}

/**
 * Where another call entered the idempotency key meanwhile, the next attempt sees its hold. One that waits for the key has locked its
 * account, for which a call waits that closes that hold: PostgreSQL ends one of the two.
 */
function racedOrThrow(error: unknown): Undecided {
  const constraint = error instanceof Error && 'constraint_name' in error ? error.constraint_name : null;
  const isTaken = codeOf(error) === UNIQUE_VIOLATION && constraint === 'holds_identifier';
  if (isTaken || isDeadlock(error)) return 'raced';
  throw error;
}

/**
 * Frees an idempotency key from what counts no more: holds whose lease is over are given back, and charges of more than 24 hours ago
 * lose the key.
 */
async function freeName(sql: Sql, apiKey: string, idempotencyKey: string): Promise<void> {
  const key = sha256(apiKey);
  await expireOfBill(sql, key, idempotencyKey);
  await unlessDown(sql`
    UPDATE holds SET ${assigned(sql, 'forget')}
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${key}) AND idempotency_key = ${idempotencyKey}
      AND ${isBefore(sql, 'forget')} AND closed_at <= now() - make_interval(secs => ${RETENTION_SECONDS})`);
}
