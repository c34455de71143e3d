import { SYSTEM_ACCOUNT_SHARDS } from '../accounts/movement.ts';
import type { AuditResult } from '../books.ts';
import type { SoldPass } from '../claims.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { onceCommitted, type SqlTransaction } from '../postgres/transaction.ts';
import { type Checkpoint, isAbove, isSince } from './checkpoint.ts';

/** It reads every posting there is, which takes longer with every year of books. */
const AUDIT_MS_MAX = 600_000;

/**
 * Compares the books with themselves in the snapshot of `tx`: each account with its postings, holds and keys, each movement with the
 * record of its cause, each charge with its answer and request, each pass with its claim and the calls that draw on it, each refund with
 * the refunded movement. With `sold`, passes are compared with all terms that were ever sold. With a checkpoint, balances and passes are
 * compared with its sums, and of all else only the part since then is read. Without one everything is read.
 */
export async function compared(
  tx: SqlTransaction,
  sold: readonly SoldPass[],
  checkpoint: Checkpoint | null = null,
): Promise<AuditResult> {
  return {
    ...(await balances(tx, checkpoint)),
    ...(await movements(tx, checkpoint)),
    ...(await refunds(tx, checkpoint)),
    ...(await calls(tx, checkpoint)),
    ...(await answers(tx, checkpoint)),
    ...(await passes(tx, sold)),
    ...(await signatures(tx, checkpoint)),
  };
}

/** Audits all of the books: see `compared`. */
export async function audit(sql: Sql, sold: readonly SoldPass[] = []): Promise<AuditResult> {
  return await inSnapshot(sql, 'READ ONLY', (tx) => compared(tx, sold));
}

/** Runs `work` in one snapshot of the books, for as long as an audit may take. */
export async function inSnapshot<T>(
  sql: Sql,
  access: 'READ ONLY' | 'READ WRITE' | '',
  work: (tx: SqlTransaction) => Promise<T>,
): Promise<T> {
  return await unlessDown(onceCommitted(sql, work, `ISOLATION LEVEL REPEATABLE READ ${access}`), AUDIT_MS_MAX);
}

/** True when nothing contradicts anything. Holds whose lease has run out are none of it: they wait for the next sweep. */
export function isSound({ staleHolds: _staleHolds, sumAtomic, ...counts }: AuditResult): boolean {
  return sumAtomic === 0n && Object.values(counts).every((count) => count === 0);
}

type Balances = Pick<
  AuditResult,
  'unbalancedAccounts' | 'overdrawnAccounts' | 'misnamedAccounts' | 'misplacedKeys' | 'staleHolds' | 'sumAtomic'
>;

/**
 * Compares each account with the sum of its postings and its carried sums (or the sums of the checkpoint and newer postings), with its
 * open holds and with its keys. At most one key of an account is not revoked, because a new key revokes the one before in the same
 * transaction. Rows that name an account that does not exist count too.
 */
async function balances(tx: SqlTransaction, checkpoint: Checkpoint | null): Promise<Balances> {
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
      FROM generate_series(0, ${SYSTEM_ACCOUNT_SHARDS - 1}::int) AS shard, (VALUES ('chain'), ('revenue')) AS sides (side)
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

type Movements = Pick<
  AuditResult,
  'emptyMovements' | 'splitMovements' | 'misdirectedMovements' | 'mispricedCharges' | 'mismatchedPayments'
>;

/**
 * Compares every movement with the record of its cause: kind, both ends and amount. An end is a customer's account by its id or a system
 * account by the sort of its name. A movement or record without its counterpart is a difference too. Record and movement are written by
 * one transaction with its time, so that both are since the checkpoint or neither is. Payments with folded movements are compared as sums,
 * only without a checkpoint, as are postings without a movement.
 */
async function movements(tx: SqlTransaction, checkpoint: Checkpoint | null): Promise<Movements> {
  const since = (time: ReturnType<SqlTransaction>) => isSince(tx, checkpoint, time);
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
 * A refund goes the way back between the two accounts, once: a charge or a payment per call whole, a top-up in part or whole. A payment
 * per call, whose payer has no account, is refunded to any customer. All other refunds are wrong.
 */
async function refunds(
  tx: SqlTransaction,
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

type Holds = Pick<AuditResult, 'postedWithoutAnswer' | 'miscountedPasses'>;

/**
 * Compares charges with their answers, and passes with the calls that their own accounts draw on them; the checkpoint gives the count
 * before it.
 */
async function calls(tx: SqlTransaction, checkpoint: Checkpoint | null): Promise<Holds> {
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
 * Compares bodies with their charges. Members are cut out of the text, because reading it as JSON would end the audit at one malformed
 * body; the first of a name belongs to the answer itself. A missing member is no contradiction, nor is a body that was deleted after its
 * 24 hours, so the cost is that of one day.
 */
async function answers(
  tx: SqlTransaction,
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
 * Compares passes with the claims that bought them, and with each other. With `sold`, each pass must be among them, of its whole period
 * and starting at its purchase or later.
 */
async function passes(tx: SqlTransaction, sold: readonly SoldPass[]): Promise<Pick<AuditResult, 'alteredPasses'>> {
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

/** Compares payments per call with the change that is due, and with the on-chain signatures: each signature has exactly one use. */
async function signatures(tx: SqlTransaction, checkpoint: Checkpoint | null): Promise<Settled> {
  const since = (time: ReturnType<SqlTransaction>) => isSince(tx, checkpoint, time);
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

/** The one row of a statement that counts. */
function only<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (!row) throw new Error('the audit returned no row');
  return row;
}
