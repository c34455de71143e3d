import { isAccount, nextEpoch } from '../accounts/account-row.ts';
import type { BillResult, HoldResult, PostResult, StoredAnswer } from '../books.ts';
import { checkEcho, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { REVENUE_SHARDS } from './limits.ts';
import { isOpen, partsOf } from './name.ts';
import { type PassRowOrNone, passOf } from './pass-state.ts';
import { assigned } from './states.ts';

type PostedRow = { readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone;

/**
 * Charges and stores the answer in one statement: the state of the hold decides, so that a charge happens once. A call
 * on a pass moves no money, and touches neither the balance nor revenue.
 */
export async function post(sql: Sql, holdId: string, answer: StoredAnswer): Promise<PostResult> {
  const { id, token } = partsOf(holdId);
  const rows = await unlessDown(sql<PostedRow[]>`
    WITH closed AS (
      UPDATE holds SET ${assigned(sql, 'post')}
      WHERE id = ${id}::bigint AND token IS NOT DISTINCT FROM ${token}::bigint AND ${isOpen(sql)}
      RETURNING id, token, account_id, amount, pass_id
    ), stored AS (
      INSERT INTO answers (hold_id, body, verdict) SELECT id, ${answer.body}, ${answer.verdict} FROM closed
    ), charged AS (
      UPDATE accounts SET balance = balance - closed.amount, held = held - closed.amount, ${nextEpoch(sql)}
      FROM closed WHERE ${isAccount(sql, sql`closed.account_id::text`)} AND closed.amount > 0 RETURNING balance - held AS spendable
    ), earned AS (
      UPDATE accounts SET balance = balance + closed.amount, ${nextEpoch(sql)}
      FROM closed WHERE ${isAccount(sql, sql`'revenue:' || closed.id % ${REVENUE_SHARDS}::int`)} AND closed.amount > 0
      RETURNING accounts.id
    ), moved AS (
      INSERT INTO movements (kind, cause) SELECT 'charge', 'hold:' || id FROM closed WHERE amount > 0 RETURNING id
    ), entered AS (
      INSERT INTO postings (movement_id, from_account, to_account, amount)
      SELECT moved.id, closed.account_id, earned.id, closed.amount FROM moved, closed, earned
    )
    SELECT concat_ws('.', closed.id, closed.token) AS hold_id, COALESCE((SELECT spendable FROM charged),
        (SELECT balance - held FROM accounts WHERE ${isAccount(sql, sql`closed.account_id::text`)})) AS spendable,
      passes.tier, passes.starts_at, passes.expires_at, passes.included, passes.used,
      passes.starts_at <= now() AND now() < passes.expires_at AS running
    FROM closed LEFT JOIN passes ON passes.id = closed.pass_id`);
  const row = rows[0] ?? (await postedBefore(sql, holdId, answer));
  if (!row) return { outcome: 'lost' };
  checkEcho(row.hold_id, holdId);
  return { outcome: 'posted', balanceAtomic: row.spendable, ...passOf(row) };
}

/**
 * The repeat of a post whose outcome got lost with its connection finds its own answer. A statement of its own, because
 * the first may have been committed while the repeat waited for it, too late for the repeat's view of the tables.
 */
async function postedBefore(sql: Sql, holdId: string, answer: StoredAnswer): Promise<PostedRow | undefined> {
  const { id, token } = partsOf(holdId);
  const rows = await unlessDown(sql<PostedRow[]>`
    SELECT concat_ws('.', holds.id, holds.token) AS hold_id, accounts.balance - accounts.held AS spendable,
      passes.tier, passes.starts_at, passes.expires_at, passes.included, passes.used,
      passes.starts_at <= now() AND now() < passes.expires_at AS running
    FROM answers JOIN holds ON holds.id = answers.hold_id
    JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}
    LEFT JOIN passes ON passes.id = holds.pass_id
    WHERE holds.id = ${id}::bigint AND holds.token IS NOT DISTINCT FROM ${token}::bigint
      AND answers.body = ${answer.body}`);
  return rows[0];
}

/**
 * Gives a hold back; one that is closed already stays as it is. Its idempotency key is free again at once, because
 * nothing was charged under it. Answers with what the account can spend; null for a hold that the books do not know.
 */
export async function voidHold(
  sql: Sql,
  holdId: string,
  why: 'free' | 'failed',
): Promise<{ balanceAtomic: bigint | null }> {
  const { id, token } = partsOf(holdId);
  const rows = await unlessDown(sql<{ spendable: bigint | null }[]>`
    WITH closed AS (
      UPDATE holds SET ${assigned(sql, why)}
      WHERE id = ${id}::bigint AND token IS NOT DISTINCT FROM ${token}::bigint AND ${isOpen(sql)}
      RETURNING account_id, amount, pass_id
    ), given AS (
      UPDATE accounts SET held = held - closed.amount, ${nextEpoch(sql)}
      FROM closed WHERE ${isAccount(sql, sql`closed.account_id::text`)} AND closed.amount > 0 RETURNING balance - held AS spendable
    ), undrawn AS (
      UPDATE passes SET used = used - 1 FROM closed WHERE passes.id = closed.pass_id
    )
    SELECT COALESCE((SELECT spendable FROM given), (
      SELECT balance - held FROM holds JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}
      WHERE holds.id = ${id}::bigint AND token IS NOT DISTINCT FROM ${token}::bigint
    )) AS spendable`);
  return { balanceAtomic: rows[0]?.spendable ?? null };
}

/**
 * Gives back what was reserved after its caller had been told that the database does not answer: else the caller's next try
 * under the same name would find it in flight. What cannot be given back now lapses with its lease.
 */
export function giveBack(sql: Sql, holdIds: readonly string[]): void {
  for (const holdId of holdIds) voidHold(sql, holdId, 'failed').catch(() => undefined);
}

/** The holds that a result tells of; what was stored before is none. */
export function heldIn(result: HoldResult | BillResult): readonly string[] {
  if (!('lines' in result)) return result.outcome === 'held' ? [result.holdId] : [];
  return result.lines.flatMap((line) => (line.outcome === 'held' ? [line.holdId] : []));
}
