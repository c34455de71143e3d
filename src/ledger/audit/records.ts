import type { SoldPass } from '../claims-model.ts';
import type { AuditResult } from '../model.ts';
import type { Transaction } from '../transaction.ts';
import { only } from './only.ts';

type Holds = Pick<AuditResult, 'postedWithoutAnswer' | 'miscountedPasses'>;

/** Charges beside their answers, and passes beside the calls that their own accounts draw on them. */
export async function calls(tx: Transaction): Promise<Holds> {
  return only(
    await tx<Holds[]>`
    WITH drawn AS (
      SELECT pass_id, account_id, count(*) AS calls FROM holds
      WHERE pass_id IS NOT NULL AND state IN ('held', 'posted') GROUP BY pass_id, account_id
    )
    SELECT
      (SELECT count(*)::int FROM (SELECT id FROM holds WHERE state = 'posted') AS posted
        FULL JOIN answers ON answers.hold_id = posted.id
        WHERE posted.id IS NULL OR answers.hold_id IS NULL) AS "postedWithoutAnswer",
      (SELECT count(*)::int FROM passes
        FULL JOIN drawn ON drawn.pass_id = passes.id AND drawn.account_id = passes.account_id
        WHERE passes.used IS DISTINCT FROM COALESCE(drawn.calls, 0)) AS "miscountedPasses"`,
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

/** Payments per call beside what is due of them, and beside the signatures of the chain. */
export async function signatures(tx: Transaction): Promise<Settled> {
  return only(
    await tx<Settled[]>`
    WITH used AS (
      SELECT signature, 'claim' AS role FROM claims
      UNION ALL SELECT signature, 'claim' FROM passes
      UNION ALL SELECT signature, CASE WHEN state IN ('sent', 'settled', 'failed') THEN 'x402' END FROM payments
        WHERE signature IS NOT NULL
    )
    SELECT
      (SELECT count(*)::int FROM payments WHERE state = 'settled' AND (amount > earned) <> (change_key_hash IS NOT NULL)
        OR state <> 'settled' AND change_credited_at IS NOT NULL) AS "unaccountedChange",
      (SELECT count(*)::int FROM used LEFT JOIN chain_signatures AS seen ON seen.signature = used.signature
        WHERE seen.role IS DISTINCT FROM used.role OR used.role IS NULL)
      + (SELECT count(*)::int FROM chain_signatures AS seen LEFT JOIN used ON used.signature = seen.signature
        WHERE used.signature IS NULL) AS "misusedSignatures"`,
  );
}
