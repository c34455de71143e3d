import { Fault } from '#lib/fault.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Deliveries } from './deliveries.ts';
import { clearWay } from './identifier.ts';

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
