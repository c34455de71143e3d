import { advancedEpoch, isAccount } from '../accounts/account-row.ts';
import { isLocked, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { isNamed, isOpen } from './name.ts';
import { assigned, isBefore } from './states.ts';

const EXPIRED_AT_ONCE_MAX = 1_000;

/** Starts the lease of an open hold anew. */
export async function renew(sql: Sql, holdId: string): Promise<void> {
  await unlessDown(sql`
    UPDATE holds SET ${assigned(sql, 'renew')} WHERE ${isNamed(sql, holdId)} AND ${isOpen(sql)}`);
}

/**
 * Gives back the holds of processes that are gone; returns how many. Skipping locked rows leaves a hold to the call that closes it.
 * Where an account stays locked, the holds of all other accounts are given back.
 */
export async function expireHolds(sql: Sql): Promise<number> {
  try {
    return await expire(sql, dueHolds(sql, sql`holds`));
  } catch (error) {
    if (!isLocked(error)) throw error;
    return await expire(sql, dueHolds(sql, sql`holds, accounts`));
  }
}

/** Selects the holds whose lease is over and whose rows in the tables `locked` are free. */
function dueHolds(sql: Sql, locked: ReturnType<Sql>): ReturnType<Sql> {
  return sql`SELECT holds.id FROM holds JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}
    WHERE ${isBefore(sql, 'expire')}
    ORDER BY expires_at LIMIT ${EXPIRED_AT_ONCE_MAX} FOR NO KEY UPDATE OF ${locked} SKIP LOCKED`;
}

/** The same for the bill that an idempotency key of an account names; it waits for calls that close one of its holds. */
export async function expireOfBill(sql: Sql, keyHash: Uint8Array, idempotencyKey: string): Promise<number> {
  return await expire(
    sql,
    sql`SELECT id FROM holds
      WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${keyHash})
        AND idempotency_key = ${idempotencyKey} AND ${isBefore(sql, 'expire')}
      ORDER BY id FOR NO KEY UPDATE`,
  );
}

/**
 * Closes the holds that `due` selects and locks. Locking first the accounts and then the passes, each in order, lets
 * several replicas sweep at once, beside bills that lock in the same order.
 */
async function expire(sql: Sql, due: ReturnType<Sql>): Promise<number> {
  const rows = await unlessDown(sql<{ expired: number }[]>`
    WITH due AS (${due}), closed AS (
      UPDATE holds SET ${assigned(sql, 'expire')}
      FROM due WHERE holds.id = due.id RETURNING holds.account_id, holds.amount, holds.pass_id
    ), freed AS (
      SELECT account_id, sum(amount)::bigint AS amount FROM closed WHERE amount > 0 GROUP BY account_id
    ), locked AS MATERIALIZED (
      SELECT id FROM accounts WHERE id IN (SELECT account_id FROM freed) ORDER BY id FOR NO KEY UPDATE
    ), given AS (
      UPDATE accounts SET held = held - freed.amount, ${advancedEpoch(sql)}
      FROM freed JOIN locked ON locked.id = freed.account_id
      WHERE ${isAccount(sql, sql`freed.account_id::text`)} RETURNING accounts.id
    ), returned AS (
      SELECT pass_id, count(*)::int AS calls FROM closed WHERE pass_id IS NOT NULL GROUP BY pass_id
    ), locked_passes AS MATERIALIZED (
      SELECT id FROM passes WHERE id IN (SELECT pass_id FROM returned) AND (SELECT count(*) FROM given) >= 0
      ORDER BY id FOR NO KEY UPDATE
    ), undrawn AS (
      UPDATE passes SET used = used - returned.calls
      FROM returned JOIN locked_passes ON locked_passes.id = returned.pass_id WHERE passes.id = returned.pass_id
    )
    SELECT count(*)::int AS expired FROM closed`);
  return rows[0]?.expired ?? 0;
}
