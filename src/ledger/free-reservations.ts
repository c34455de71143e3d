import { sha256 } from './accounts/api-key.ts';
import type { FreeReservation } from './free-calls-model.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';
import type { Transaction } from './postgres/transaction.ts';

/** Longer than any work of a free call: what a process left behind that was killed then counts no more. */
const LEASE_SECONDS = 120;

/** The calls of the chain's endpoints that free calls made so far, and may make, of a network and of everybody. */
export interface Budget {
  readonly network: string;
  readonly spent: number;
  readonly max: number;
  readonly allSpent: number;
  readonly allMax: number;
}

/**
 * Reserves what free work may cost while it is under way, in the transaction that counts it and under its locks. Null
 * where what was spent and what others reserved leaves nothing.
 */
export async function reserve(
  tx: Transaction,
  { network, spent, max, allSpent, allMax }: Budget,
  amounts: Pick<FreeReservation, 'amount' | 'allAmount'>,
): Promise<FreeReservation | null> {
  const [own, all] = labelsOf(network);
  const rows = await tx<{ at: string }[]>`
    WITH reserved AS (
      SELECT COALESCE(sum(taken) FILTER (WHERE caller = ${own}), 0) AS own, COALESCE(sum(taken) FILTER (WHERE caller = ${all}), 0) AS everybody
      FROM rate_windows WHERE caller IN (${own}, ${all}) AND ends_at > now()
    )
    INSERT INTO rate_windows AS counted (caller, starts_at, ends_at, taken)
    SELECT asked.caller, now(), now() + make_interval(secs => ${LEASE_SECONDS}), asked.amount
    FROM reserved, (VALUES (${own}::bytea, ${amounts.amount}::int), (${all}::bytea, ${amounts.allAmount}::int)) AS asked (caller, amount)
    WHERE ${spent}::bigint + reserved.own < ${max}::bigint AND ${allSpent}::bigint + reserved.everybody < ${allMax}::bigint
    ON CONFLICT (caller, starts_at) DO UPDATE SET taken = counted.taken + EXCLUDED.taken
    RETURNING starts_at::text AS at`;
  const [row] = rows;
  return row ? { network, at: row.at, ...amounts } : null;
}

/** Gives back what was reserved, once what the work cost is noted. The driver would cut a moment's microseconds off. */
export async function release(sql: Sql, { network, at, amount, allAmount }: FreeReservation): Promise<void> {
  const [own, all] = labelsOf(network);
  await unlessDown(sql`
    UPDATE rate_windows SET taken = GREATEST(0, taken - given.amount)
    FROM (VALUES (${own}::bytea, ${amount}::int), (${all}::bytea, ${allAmount}::int)) AS given (caller, amount)
    WHERE rate_windows.caller = given.caller AND rate_windows.starts_at = ${at}::text::timestamptz`);
}

function labelsOf(network: string): readonly [Uint8Array, Uint8Array] {
  return [sha256(`free work for ${network}`), sha256('free work for everybody')];
}
