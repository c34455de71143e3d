import type { AuditResult } from '../books.ts';
import type { SoldPass } from '../claims-model.ts';
import type { Transaction } from '../postgres/transaction.ts';
import { type Checkpoint, isAbove, isSince } from './checkpoint.ts';
import { only } from './only.ts';

type Holds = Pick<AuditResult, 'postedWithoutAnswer' | 'miscountedPasses'>;

/**
 * Charges beside their answers, and passes beside the calls that their own accounts draw on them, those from before the checkpoint as it
 * counted them.
 */
export async function calls(tx: Transaction, checkpoint: Checkpoint | null): Promise<Holds> {
  const counted = checkpoint
    ? tx`SELECT pass_id, calls FROM audit_calls`
    : tx`SELECT id AS pass_id, folded AS calls FROM passes`;
  return only(
    await tx<Holds[]>`
    WITH drawn AS (
      SELECT pass_id, account_id, count(*) AS calls FROM holds
      WHERE pass_id IS NOT NULL AND state IN ('held', 'posted') AND ${isAbove(tx, checkpoint, tx`id`)}
      GROUP BY pass_id, account_id
    ), counted AS (${counted})
    SELECT
      (SELECT count(*)::int FROM (SELECT id FROM holds WHERE state = 'posted' AND ${isAbove(tx, checkpoint, tx`id`)}) AS posted
        FULL JOIN (SELECT hold_id FROM answers WHERE ${isAbove(tx, checkpoint, tx`hold_id`)}) AS answered ON hold_id = posted.id
        WHERE posted.id IS NULL OR hold_id IS NULL) AS "postedWithoutAnswer",
      (SELECT count(*)::int FROM passes
        FULL JOIN drawn ON drawn.pass_id = passes.id AND drawn.account_id = passes.account_id
        FULL JOIN counted ON counted.pass_id = passes.id
        WHERE passes.used IS DISTINCT FROM COALESCE(counted.calls, 0) + COALESCE(drawn.calls, 0)) AS "miscountedPasses"`,
  );
}

/**
 * Bodies beside the charges they are stored with. Members are cut out of the text, because one body that is no JSON would end
 * an audit that read them as JSON; the first of a name is that of the answer itself. A body without a member contradicts
 * nothing in it, nor does one that was deleted after its 24 hours, so that the cost is that of one day.
 */
export async function answers(
  tx: Transaction,
  checkpoint: Checkpoint | null,
): Promise<Pick<AuditResult, 'mismatchedAnswers'>> {
  const member = (name: string) => tx`NULLIF(split_part(split_part(body, ${`"${name}":"`}, 2), '"', 1), '')`;
  return only(
    await tx<Pick<AuditResult, 'mismatchedAnswers'>[]>`
    SELECT count(*)::int AS "mismatchedAnswers" FROM answers JOIN holds ON holds.id = answers.hold_id
    WHERE body IS NOT NULL AND ${isAbove(tx, checkpoint, tx`answers.hold_id`)} AND (
      ${member('kind')} <> kind OR ${member('subject')} <> subject OR ${member('verdict')} <> verdict
      OR size IS NOT NULL AND ${member('size_sol')} <> size
    )`,
  );
}

/**
 * Passes beside the claims that bought them, and beside each other. Where it is told what was ever `sold`, each pass has to
 * be one of those, of its whole period and from its purchase on.
 */
export async function passes(tx: Transaction, sold: readonly SoldPass[]): Promise<Pick<AuditResult, 'alteredPasses'>> {
  const terms = sold.map(({ tier, days, calls, priceAtomic }) => ({ tier, days, calls, price: String(priceAtomic) }));
  return only(
    await tx<Pick<AuditResult, 'alteredPasses'>[]>`
    WITH sold AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(terms)}::text::json) AS terms (tier text, days int, calls int, price bigint)
    ), queue AS (
      SELECT *, lag(expires_at) OVER (PARTITION BY account_id ORDER BY starts_at) AS free_from FROM passes
    )
    SELECT count(*)::int AS "alteredPasses"
    FROM queue FULL JOIN (SELECT * FROM claims WHERE tier IS NOT NULL) AS buying ON buying.signature = queue.signature
    WHERE queue.account_id IS DISTINCT FROM buying.account_id OR queue.tier IS DISTINCT FROM buying.tier
      OR queue.starts_at < queue.free_from
      OR ${sold.length > 0}::boolean AND NOT (queue.starts_at >= queue.created_at AND EXISTS (
        SELECT FROM sold
        WHERE sold.tier = queue.tier AND sold.calls = queue.included AND sold.price = buying.amount
          AND queue.expires_at = queue.starts_at + make_interval(hours => sold.days * 24)
      ))`,
  );
}

type Settled = Pick<AuditResult, 'unaccountedChange' | 'misusedSignatures'>;

/** Payments per call beside what is due of them, and beside the signatures of the chain: each of those must have a use, and each use its own. */
export async function signatures(tx: Transaction, checkpoint: Checkpoint | null): Promise<Settled> {
  const since = (time: ReturnType<Transaction>) => isSince(tx, checkpoint, time);
  // Each part is what an index holds.
  const touched = checkpoint
    ? tx`state IN ('reserved', 'worked', 'sent') OR state = 'settled' AND folded_at IS NULL AND ${since(tx`closed_at`)}
        OR state = 'failed' AND ${since(tx`closed_at`)} OR state = 'released' AND ${since(tx`closed_at`)}
        OR change_credited_at IS NOT NULL AND ${since(tx`change_credited_at`)}`
    : tx`TRUE`;
  return only(
    await tx<Settled[]>`
    WITH paid AS (
      SELECT state, amount, earned, change_key_hash, change_credited_at, signature FROM payments WHERE ${touched}
    ), used AS (
      SELECT signature, 'claim' AS role FROM claims WHERE ${since(tx`created_at`)}
      UNION ALL SELECT signature, 'claim' FROM passes WHERE ${since(tx`created_at`)}
      UNION ALL SELECT signature, CASE WHEN state IN ('sent', 'settled', 'failed') THEN 'x402' END FROM paid
        WHERE signature IS NOT NULL
    )
    SELECT
      (SELECT count(*)::int FROM paid WHERE state = 'settled' AND (amount > earned) <> (change_key_hash IS NOT NULL)
        OR state <> 'settled' AND change_credited_at IS NOT NULL) AS "unaccountedChange",
      (SELECT count(*)::int FROM used LEFT JOIN chain_signatures AS seen ON seen.signature = used.signature
        WHERE seen.role IS DISTINCT FROM used.role OR used.role IS NULL)
      + (SELECT count(*)::int FROM chain_signatures AS seen WHERE ${since(tx`seen.created_at`)}
        AND NOT EXISTS (SELECT FROM claims WHERE claims.signature = seen.signature)
        AND NOT EXISTS (SELECT FROM passes WHERE passes.signature = seen.signature)
        AND NOT EXISTS (SELECT FROM payments WHERE payments.signature = seen.signature)) AS "misusedSignatures"`,
  );
}
