import type { AuditResult } from '../books.ts';
import type { Transaction } from '../postgres/transaction.ts';
import { type Checkpoint, isSince } from './checkpoint.ts';
import { only } from './only.ts';

/** The accounts that the migrations make, through which money enters and in which it is earned. */
const SHARDS = 16;

type Balances = Pick<
  AuditResult,
  'unbalancedAccounts' | 'overdrawnAccounts' | 'misnamedAccounts' | 'misplacedKeys' | 'staleHolds' | 'sumAtomic'
>;

/**
 * Each account beside its postings with what is carried, or with the sums of the checkpoint, its open holds and its keys, of which one at most is good: whatever issues another revokes the
 * one before in the same transaction. What names an account that there is not counts too.
 */
export async function balances(tx: Transaction, checkpoint: Checkpoint | null): Promise<Balances> {
  const older = checkpoint
    ? tx`SELECT account_id, amount FROM audit_sums`
    : tx`SELECT to_account AS account_id, amount FROM carried UNION ALL SELECT from_account, -amount FROM carried`;
  const newer = checkpoint
    ? tx`SELECT from_account, to_account, amount FROM movements JOIN postings ON postings.movement_id = movements.id
        WHERE ${isSince(tx, checkpoint, tx`created_at`)}`
    : tx`SELECT from_account, to_account, amount FROM postings`;
  return only(
    await tx<Balances[]>`
    WITH newer AS (${newer}), entries AS (
      SELECT account_id, sum(amount) AS amount FROM (
        SELECT to_account AS account_id, amount FROM newer
        UNION ALL SELECT from_account, -amount FROM newer
        UNION ALL ${older}
      ) AS sides GROUP BY account_id
    ), open AS (
      SELECT account_id, sum(amount) AS amount FROM holds WHERE state = 'held' GROUP BY account_id
    ), expected AS (
      SELECT 'issuance' AS name
      UNION ALL SELECT side || ':' || shard
      FROM generate_series(0, ${SHARDS - 1}::int) AS shard, (VALUES ('chain'), ('revenue')) AS sides (side)
    ), keys AS (
      SELECT account_id, count(*) FILTER (WHERE revoked_at IS NULL) AS good FROM api_keys GROUP BY account_id
    )
    SELECT
      (SELECT count(*)::int FROM accounts
        FULL JOIN entries ON entries.account_id = accounts.id FULL JOIN open ON open.account_id = accounts.id
        WHERE accounts.balance IS DISTINCT FROM COALESCE(entries.amount, 0)
          OR accounts.held IS DISTINCT FROM COALESCE(open.amount, 0)) AS "unbalancedAccounts",
      (SELECT count(*)::int FROM accounts WHERE kind = 'customer' AND (balance < held OR held < 0))
        AS "overdrawnAccounts",
      (SELECT count(*)::int FROM expected
        FULL JOIN (SELECT name FROM accounts WHERE kind = 'system') AS system ON system.name = expected.name
        WHERE expected.name IS NULL OR system.name IS NULL) AS "misnamedAccounts",
      (SELECT count(*)::int FROM keys
        FULL JOIN (SELECT id FROM accounts WHERE kind = 'customer') AS customer ON customer.id = keys.account_id
        WHERE customer.id IS NULL OR keys.account_id IS NULL OR keys.good > 1) AS "misplacedKeys",
      (SELECT count(*)::int FROM holds WHERE state = 'held' AND expires_at < now()) AS "staleHolds",
      (SELECT COALESCE(sum(balance), 0)::bigint FROM accounts) AS "sumAtomic"`,
  );
}
