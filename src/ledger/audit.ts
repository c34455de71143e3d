import type { AuditResult } from './model.ts';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';

/** It reads every posting there is, which takes longer with every year of books. */
const AUDIT_MS_MAX = 120_000;

interface AuditRow {
  readonly unbalanced: number;
  readonly overdrawn: number;
  readonly unanswered: number;
  readonly stale: number;
  readonly miscounted: number;
  readonly total: bigint;
}

/**
 * Compares the books with themselves in one snapshot: each account's balance with its postings and its held amount with
 * its open holds, each posted hold with its movement and its answer, each pass with the calls that draw on it.
 */
export async function audit(sql: Sql): Promise<AuditResult> {
  const statement = sql<AuditRow[]>`
    WITH entries AS (
      SELECT account_id, sum(amount) AS amount FROM (
        SELECT to_account AS account_id, amount FROM postings
        UNION ALL SELECT from_account, -amount FROM postings
      ) AS sides GROUP BY account_id
    ), open AS (
      SELECT account_id, sum(amount) AS amount FROM holds WHERE state = 'held' GROUP BY account_id
    ), drawn AS (
      SELECT pass_id, count(*) AS calls FROM holds
      WHERE pass_id IS NOT NULL AND state IN ('held', 'posted') GROUP BY pass_id
    )
    SELECT
      (SELECT count(*)::int FROM accounts
        LEFT JOIN entries ON entries.account_id = accounts.id LEFT JOIN open ON open.account_id = accounts.id
        WHERE accounts.balance <> COALESCE(entries.amount, 0) OR accounts.held <> COALESCE(open.amount, 0)) AS unbalanced,
      (SELECT count(*)::int FROM accounts
        WHERE kind = 'customer' AND (balance < held OR held < 0)) AS overdrawn,
      (SELECT count(*)::int FROM holds
        LEFT JOIN answers ON answers.hold_id = holds.id
        LEFT JOIN movements ON movements.cause = 'hold:' || holds.id
        WHERE (holds.state = 'posted') <> (answers.hold_id IS NOT NULL)
          OR (holds.state = 'posted' AND holds.amount > 0) <> (movements.id IS NOT NULL)) AS unanswered,
      (SELECT count(*)::int FROM holds WHERE state = 'held' AND expires_at < now()) AS stale,
      (SELECT count(*)::int FROM passes LEFT JOIN drawn ON drawn.pass_id = passes.id
        WHERE passes.used <> COALESCE(drawn.calls, 0)) AS miscounted,
      (SELECT COALESCE(sum(balance), 0)::bigint FROM accounts) AS total`;
  const rows = await unlessDown(statement, AUDIT_MS_MAX);
  const row = rows[0];
  if (!row) throw new Error('the audit returned no row');
  return {
    unbalancedAccounts: row.unbalanced,
    overdrawnAccounts: row.overdrawn,
    postedWithoutAnswer: row.unanswered,
    staleHolds: row.stale,
    miscountedPasses: row.miscounted,
    sumAtomic: row.total,
  };
}
