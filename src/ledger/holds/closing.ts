import { advancedEpoch, isAccount } from '../accounts/account-row.ts';
import type { BillResult, HoldResult } from '../books.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { unlessDeadlocked } from '../postgres/transaction.ts';
import { isNamed, isOpen } from './name.ts';
import { assigned } from './states.ts';

/**
 * Gives a hold back; one that is closed already stays as it is. Its idempotency key is free again at once, because nothing was charged
 * under it. Answers with the account's spendable amount; null for an unknown hold.
 */
export async function voidHold(
  sql: Sql,
  holdId: string,
  why: 'free' | 'failed',
): Promise<{ balanceAtomic: bigint | null }> {
  const send = () => sql<{ spendable: bigint | null }[]>`
    WITH closed AS (
      UPDATE holds SET ${assigned(sql, why)}
      WHERE ${isNamed(sql, holdId)} AND ${isOpen(sql)}
      RETURNING account_id, amount, pass_id
    ), given AS (
      UPDATE accounts SET held = held - closed.amount, ${advancedEpoch(sql)}
      FROM closed WHERE ${isAccount(sql, sql`closed.account_id::text`)} AND closed.amount > 0 RETURNING balance - held AS spendable
    ), undrawn AS (
      UPDATE passes SET used = used - 1 FROM closed WHERE passes.id = closed.pass_id
    )
    SELECT COALESCE((SELECT spendable FROM given), (
      SELECT balance - held FROM holds JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}
      WHERE ${isNamed(sql, holdId)}
    )) AS spendable`;
  // A hold under the same idempotency key may have the account and wait for this one (see attempts.ts).
  const rows = await unlessDeadlocked(() => unlessDown(send()));
  return { balanceAtomic: rows[0]?.spendable ?? null };
}

/**
 * Gives back holds whose caller has been refused because the database did not answer in time: else a repeat with the same idempotency
 * key would find them in flight. A hold that cannot be given back now expires with its lease.
 */
export function giveBack(sql: Sql, holdIds: readonly string[]): void {
  for (const holdId of holdIds) voidHold(sql, holdId, 'failed').catch(() => undefined);
}

/** The ids of the holds in a result. A stored answer is none. */
export function holdIdsIn(result: HoldResult | BillResult): readonly string[] {
  if (!('lines' in result)) return result.outcome === 'held' ? [result.holdId] : [];
  return result.lines.flatMap((line) => (line.outcome === 'held' ? [line.holdId] : []));
}
