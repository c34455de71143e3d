import type { AuditResult } from './model.ts';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';
import { once, type Transaction } from './transaction.ts';

/** It reads every posting there is, which takes longer with every year of books. */
const AUDIT_MS_MAX = 600_000;

/**
 * Compares the books with themselves in one snapshot: each account's balance with its postings and its held amount with its
 * open holds, each charge with its answer and its price, each pass with the calls that draw on it, each payment with its
 * signature and its movement, each refund with what it gives back.
 */
export async function audit(sql: Sql): Promise<AuditResult> {
  const compare = async (tx: Transaction) => ({
    ...(await balances(tx)),
    ...(await charges(tx)),
    ...(await payments(tx)),
    ...(await refunds(tx)),
  });
  return await unlessDown(once(sql, compare, 'ISOLATION LEVEL REPEATABLE READ READ ONLY'), AUDIT_MS_MAX);
}

/** True when nothing contradicts anything. Holds whose lease has run out are none of it: they wait for the next sweep. */
export function isSound({ staleHolds: _staleHolds, sumAtomic, ...counts }: AuditResult): boolean {
  return sumAtomic === 0n && Object.values(counts).every((count) => count === 0);
}

async function balances(tx: Transaction) {
  return only(
    await tx<Pick<AuditResult, 'unbalancedAccounts' | 'overdrawnAccounts' | 'emptyMovements' | 'sumAtomic'>[]>`
    WITH entries AS (
      SELECT account_id, sum(amount) AS amount FROM (
        SELECT to_account AS account_id, amount FROM postings
        UNION ALL SELECT from_account, -amount FROM postings
      ) AS sides GROUP BY account_id
    ), open AS (
      SELECT account_id, sum(amount) AS amount FROM holds WHERE state = 'held' GROUP BY account_id
    )
    SELECT
      (SELECT count(*)::int FROM accounts
        LEFT JOIN entries ON entries.account_id = accounts.id LEFT JOIN open ON open.account_id = accounts.id
        WHERE accounts.balance <> COALESCE(entries.amount, 0) OR accounts.held <> COALESCE(open.amount, 0))
        AS "unbalancedAccounts",
      (SELECT count(*)::int FROM accounts WHERE kind = 'customer' AND (balance < held OR held < 0))
        AS "overdrawnAccounts",
      (SELECT count(*)::int FROM movements LEFT JOIN postings ON postings.movement_id = movements.id
        WHERE postings.movement_id IS NULL) AS "emptyMovements",
      (SELECT COALESCE(sum(balance), 0)::bigint FROM accounts) AS "sumAtomic"`,
  );
}

async function charges(tx: Transaction) {
  return only(
    await tx<Pick<AuditResult, 'postedWithoutAnswer' | 'mispricedCharges' | 'staleHolds' | 'miscountedPasses'>[]>`
    WITH drawn AS (
      SELECT pass_id, count(*) AS calls FROM holds
      WHERE pass_id IS NOT NULL AND state IN ('held', 'posted') GROUP BY pass_id
    )
    SELECT
      (SELECT count(*)::int FROM holds
        LEFT JOIN answers ON answers.hold_id = holds.id
        LEFT JOIN movements ON movements.cause = 'hold:' || holds.id
        WHERE (holds.state = 'posted') <> (answers.hold_id IS NOT NULL)
          OR (holds.state = 'posted' AND holds.amount > 0) <> (movements.id IS NOT NULL)) AS "postedWithoutAnswer",
      (SELECT count(*)::int FROM holds
        JOIN movements ON movements.cause = 'hold:' || holds.id JOIN postings ON postings.movement_id = movements.id
        WHERE postings.amount <> holds.amount OR postings.from_account <> holds.account_id) AS "mispricedCharges",
      (SELECT count(*)::int FROM holds WHERE state = 'held' AND expires_at < now()) AS "staleHolds",
      (SELECT count(*)::int FROM passes LEFT JOIN drawn ON drawn.pass_id = passes.id
        WHERE passes.used <> COALESCE(drawn.calls, 0)) AS "miscountedPasses"`,
  );
}

/** What a record says was paid, beside what moved for it; a movement of a payment that nobody recorded counts as well. */
async function payments(tx: Transaction) {
  return only(
    await tx<Pick<AuditResult, 'mismatchedPayments' | 'misusedSignatures'>[]>`
    WITH recorded AS (
      SELECT 'claim:' || signature AS cause, amount FROM claims
      UNION ALL SELECT 'pass:' || signature, amount FROM claims WHERE tier IS NOT NULL
      UNION ALL SELECT 'x402:' || encode(message_hash, 'hex'), earned FROM payments WHERE state = 'settled'
      UNION ALL SELECT 'change:' || encode(message_hash, 'hex'), amount - earned FROM payments
        WHERE change_credited_at IS NOT NULL
    ), moved AS (
      SELECT movements.cause, sum(postings.amount) AS amount
      FROM movements JOIN postings ON postings.movement_id = movements.id
      WHERE movements.kind IN ('topup', 'pass', 'x402', 'change') GROUP BY movements.cause
    ), used AS (
      SELECT signature, 'claim' AS role FROM claims
      UNION ALL SELECT signature, 'claim' FROM passes
      UNION ALL SELECT signature, 'x402' FROM payments WHERE signature IS NOT NULL
    )
    SELECT
      (SELECT count(*)::int FROM recorded FULL JOIN moved USING (cause)
        WHERE recorded.amount IS DISTINCT FROM moved.amount) AS "mismatchedPayments",
      (SELECT count(*)::int FROM used LEFT JOIN chain_signatures AS seen ON seen.signature = used.signature
        WHERE seen.role IS DISTINCT FROM used.role)
      + (SELECT count(*)::int FROM chain_signatures AS seen LEFT JOIN used ON used.signature = seen.signature
        WHERE seen.role = 'claim' AND used.signature IS NULL) AS "misusedSignatures"`,
  );
}

/** A refund names what it gives back in its cause, leaves the account that the money came into, and is not larger. */
async function refunds(tx: Transaction) {
  return only(
    await tx<Pick<AuditResult, 'excessiveRefunds'>[]>`
    SELECT count(*)::int AS "excessiveRefunds"
    FROM movements AS refund JOIN postings AS back ON back.movement_id = refund.id
    LEFT JOIN movements AS first ON 'refund:' || first.cause = refund.cause
    LEFT JOIN postings AS forth ON forth.movement_id = first.id AND forth.to_account = back.from_account
    WHERE refund.kind = 'refund' AND (forth.amount IS NULL OR back.amount > forth.amount)`,
  );
}

function only<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (!row) throw new Error('the audit returned no row');
  return row;
}
