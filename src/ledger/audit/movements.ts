import type { AuditResult } from '../books.ts';
import type { Transaction } from '../postgres/transaction.ts';
import { type Checkpoint, isAbove, isSince } from './checkpoint.ts';
import { only } from './only.ts';

type Movements = Pick<
  AuditResult,
  'emptyMovements' | 'splitMovements' | 'misdirectedMovements' | 'mispricedCharges' | 'mismatchedPayments'
>;

/**
 * Every movement beside the record of what caused it: kind, both ends and amount. An end is a customer's account by its id or a
 * system account by the sort of its name. What stands on one side alone differs as well. Record and movement are written by one
 * transaction with its time, so that both are since the checkpoint or neither is. Payments whose movements are folded are compared as
 * sums, without a checkpoint only, as are postings without a movement.
 */
export async function movements(tx: Transaction, checkpoint: Checkpoint | null): Promise<Movements> {
  const since = (time: ReturnType<Transaction>) => isSince(tx, checkpoint, time);
  const full = checkpoint === null;
  return only(
    await tx<Movements[]>`
    WITH recorded AS (
      SELECT 'hold:' || id AS cause, 'charge' AS kind, account_id::text AS giver, 'revenue' AS taker, amount
        FROM holds WHERE state = 'posted' AND amount > 0 AND ${isAbove(tx, checkpoint, tx`id`)} AND ${since(tx`closed_at`)}
      UNION ALL SELECT 'claim:' || signature, 'topup', 'chain', account_id::text, amount FROM claims
        WHERE ${since(tx`created_at`)}
      UNION ALL SELECT 'pass:' || signature, 'pass', account_id::text, 'revenue', amount FROM claims
        WHERE tier IS NOT NULL AND ${since(tx`created_at`)}
      UNION ALL SELECT 'x402:' || encode(message_hash, 'hex'), 'x402', 'chain', 'revenue', earned FROM payments
        WHERE state = 'settled' AND folded_at IS NULL AND ${since(tx`closed_at`)}
      UNION ALL SELECT 'change:' || encode(message_hash, 'hex'), 'change', 'chain', api_keys.account_id::text,
        amount - earned FROM payments LEFT JOIN api_keys ON api_keys.hash = change_key_hash
        WHERE change_credited_at IS NOT NULL AND folded_at IS NULL AND ${since(tx`change_credited_at`)}
    ), moved AS (
      SELECT movements.cause, movements.kind, postings.amount,
        COALESCE(split_part(giver.name, ':', 1), giver.id::text) AS giver,
        COALESCE(split_part(taker.name, ':', 1), taker.id::text) AS taker,
        giver.name = 'issuance' AND taker.kind = 'customer' AS issued
      FROM movements JOIN postings ON postings.movement_id = movements.id
      LEFT JOIN accounts AS giver ON giver.id = postings.from_account
      LEFT JOIN accounts AS taker ON taker.id = postings.to_account
      WHERE ${since(tx`movements.created_at`)}
    ), differing AS (
      SELECT split_part(cause, ':', 1) AS sort, moved.kind, moved.issued
      FROM recorded FULL JOIN moved USING (cause)
      WHERE (recorded.kind, recorded.giver, recorded.taker, recorded.amount)
        IS DISTINCT FROM (moved.kind, moved.giver, moved.taker, moved.amount)
    ), folded AS (
      SELECT 'x402' AS kind, sum(earned) AS amount, count(*) AS movements FROM payments
        WHERE ${full}::boolean AND folded_at IS NOT NULL
      UNION ALL SELECT 'change', sum(amount - earned), count(*) FROM payments
        WHERE ${full}::boolean AND folded_at IS NOT NULL AND change_credited_at IS NOT NULL
    ), summed AS (
      SELECT kind, sum(amount) AS amount, sum(movements) AS movements FROM carried GROUP BY kind
    )
    SELECT alone.*, several.*, sorted."mispricedCharges", sorted."misdirectedMovements",
      sorted."mismatchedPayments" + carrying.differing AS "mismatchedPayments"
    FROM (
      SELECT count(*)::int AS "emptyMovements"
      FROM (SELECT id FROM movements WHERE ${since(tx`created_at`)}) AS entered
      ${full ? tx`FULL` : tx`LEFT`} JOIN postings ON postings.movement_id = entered.id
      WHERE entered.id IS NULL OR postings.movement_id IS NULL
    ) AS alone, (
      SELECT count(*)::int AS "splitMovements"
      FROM (SELECT FROM postings ${full ? tx`` : tx`JOIN movements ON movements.id = movement_id AND ${since(tx`created_at`)}`}
        GROUP BY movement_id HAVING count(*) > 1) AS split
    ) AS several, (
      SELECT (count(*) FILTER (WHERE sort = 'hold'))::int AS "mispricedCharges",
        (count(*) FILTER (WHERE sort IN ('claim', 'pass', 'x402', 'change')))::int AS "mismatchedPayments",
        (count(*) FILTER (WHERE sort NOT IN ('hold', 'claim', 'pass', 'x402', 'change', 'grant', 'refund')
          OR sort = 'grant' AND (kind = 'grant' AND issued) IS NOT TRUE
          OR sort = 'refund' AND kind <> 'refund'))::int AS "misdirectedMovements"
      FROM differing
    ) AS sorted, (
      SELECT count(*)::int AS differing FROM folded LEFT JOIN summed USING (kind)
      WHERE ${full}::boolean AND (COALESCE(folded.amount, 0), folded.movements)
        IS DISTINCT FROM (COALESCE(summed.amount, 0), COALESCE(summed.movements, 0))
    ) AS carrying`,
  );
}

/**
 * A refund goes the way back between the two accounts, once, of a charge or a payment per call whole, of a top-up in part or
 * whole; of a payment per call, whose payer has no account, to any customer. Nothing else is ever given back.
 */
export async function refunds(
  tx: Transaction,
  checkpoint: Checkpoint | null,
): Promise<Pick<AuditResult, 'excessiveRefunds'>> {
  return only(
    await tx<Pick<AuditResult, 'excessiveRefunds'>[]>`
    SELECT count(*)::int AS "excessiveRefunds"
    FROM movements AS refund JOIN postings AS back ON back.movement_id = refund.id
    LEFT JOIN accounts AS payee ON payee.id = back.to_account
    LEFT JOIN movements AS first ON first.cause = substr(refund.cause, length('refund:') + 1)
    LEFT JOIN postings AS forth ON forth.movement_id = first.id
    LEFT JOIN movements AS bought ON first.kind = 'topup' AND bought.cause = 'pass:' || split_part(first.cause, ':', 2)
    WHERE ${isSince(tx, checkpoint, tx`refund.created_at`)} AND (refund.kind = 'refund' OR refund.cause LIKE 'refund:%') AND (
      refund.cause LIKE 'refund:%' AND bought.id IS NULL AND back.from_account = forth.to_account
      AND CASE first.kind
        WHEN 'charge' THEN back.to_account = forth.from_account AND back.amount = forth.amount
        WHEN 'x402' THEN payee.kind = 'customer' AND back.amount = forth.amount
        WHEN 'topup' THEN back.to_account = forth.from_account AND back.amount <= forth.amount
      END
    ) IS NOT TRUE`,
  );
}
