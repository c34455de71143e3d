import { isAccount, nextEpoch } from '../accounts/account-row.ts';
import type { PostResult, StoredAnswer } from '../books.ts';
import { plainArray, textArray } from '../postgres/arrays.ts';
import { mixedUp, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { BATCH_MAX, type Member, type Skipped } from './batches.ts';
import { REVENUE_SHARDS, SHARED_LOCK_MS_MAX } from './limits.ts';
import { isOpen, partsOf } from './name.ts';
import { type PassRowOrNone, passOf } from './pass-state.ts';
import { assigned } from './states.ts';

/** A hold and the answer that is to be charged by it. */
export interface Post {
  readonly holdId: string;
  readonly answer: StoredAnswer;
}

/** A charge, or the account of a hold that is locked itself or whose account is. */
type PostedRow = { readonly hold_id: string } & (
  | ({ readonly locked: null; readonly spendable: bigint } & PassRowOrNone)
  | { readonly locked: string }
);

/**
 * Charges holds and stores their answers in one statement. Returns the members that it left alone: holds that were closed
 * before, and the second post of a hold. Those whose account is locked are told to `skipped` instead; without it the statement
 * waits for them.
 */
export async function postSeveral<M extends Member<Post, PostResult>>(
  sql: Sql,
  members: readonly M[],
  skipped?: Skipped<M>,
): Promise<readonly M[]> {
  const first = new Map<string, M>();
  for (const member of members) if (!first.has(member.question.holdId)) first.set(member.question.holdId, member);
  const decided = new Set<M>();
  const posts = [...first.values()].map(({ question }) => question).sort(byHold);
  for (const row of await chargeSeveral(sql, posts, skipped !== undefined)) {
    const member = first.get(row.hold_id);
    if (!member) throw mixedUp();
    decided.add(member);
    if (row.locked === null) member.answer({ outcome: 'posted', balanceAtomic: row.spendable, ...passOf(row) });
    else skipped?.(member, `account ${row.locked}`);
  }
  return members.filter((member) => !decided.has(member));
}

/** Ids have no leading zeros. */
function byHold(one: Post, other: Post): number {
  const [{ id: a }, { id: b }] = [partsOf(one.holdId), partsOf(other.holdId)];
  return a.length - b.length || (a < b ? -1 : 1);
}

/**
 * The state of each hold decides, so that a charge happens once. Holds are locked in the order of the posts, which is that
 * of their ids, then their accounts by id, then one of the shards of revenue, which all charges of the statement go to.
 * Its limit keeps the planner to indices (see reserveSeveral).
 */
async function chargeSeveral(sql: Sql, posts: readonly Post[], skipsLocked: boolean): Promise<readonly PostedRow[]> {
  // What is closed has to be charged: so an account that is not to be waited for is found out before its hold is closed.
  const [account, skip] = skipsLocked
    ? [sql`JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}`, sql`SKIP LOCKED`]
    : [sql``, sql``];
  const skipped = skipsLocked
    ? sql`UNION ALL SELECT concat_ws('.', holds.id, holds.token), holds.account_id::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM asked JOIN holds ON holds.id = asked.id AND holds.token IS NOT DISTINCT FROM asked.token AND ${isOpen(sql)}
      WHERE NOT EXISTS (SELECT FROM open WHERE open.id = asked.id)`
    : sql``;
  const names = posts.map(({ holdId }) => partsOf(holdId));
  return await unlessDown(sql<PostedRow[]>`
    WITH asked AS MATERIALIZED (
      SELECT id, token, body, verdict FROM unnest(${plainArray(names.map(({ id }) => id))}::text::bigint[],
        ${plainArray(names.map(({ token }) => token ?? 'NULL'))}::text::bigint[],
        ${textArray(posts.map(({ answer }) => answer.body))}::text::text[],
        ${textArray(posts.map(({ answer }) => answer.verdict))}::text::text[]
      ) AS asked (id, token, body, verdict),
        (SELECT set_config('lock_timeout', ${String(SHARED_LOCK_MS_MAX)}, true)) AS lock_wait LIMIT ${BATCH_MAX}
    ), open AS MATERIALIZED (
      SELECT asked.id FROM asked CROSS JOIN LATERAL (
        SELECT FROM holds ${account}
        WHERE holds.id = asked.id AND holds.token IS NOT DISTINCT FROM asked.token AND ${isOpen(sql)}
        FOR NO KEY UPDATE ${skip}
      ) AS own
    ), closed AS (
      UPDATE holds SET ${assigned(sql, 'post')}
      FROM open WHERE holds.id = open.id
      RETURNING holds.id, token, account_id, amount, pass_id
    ), stored AS (
      INSERT INTO answers (hold_id, body, verdict)
      SELECT closed.id, body, verdict
      FROM closed JOIN asked ON asked.id = closed.id AND asked.token IS NOT DISTINCT FROM closed.token
    ), due AS MATERIALIZED (
      SELECT payer.account_id, payer.amount FROM (
        SELECT account_id, sum(amount)::bigint AS amount FROM closed WHERE amount > 0
        GROUP BY account_id ORDER BY account_id
      ) AS payer
      CROSS JOIN LATERAL (
        SELECT FROM accounts WHERE ${isAccount(sql, sql`payer.account_id::text`)} FOR NO KEY UPDATE
      ) AS own
    ), charged AS (
      UPDATE accounts SET balance = balance - due.amount, held = held - due.amount, ${nextEpoch(sql)}
      FROM due WHERE ${isAccount(sql, sql`due.account_id::text`)} RETURNING accounts.id, balance - held AS spendable
    ), total AS MATERIALIZED (
      SELECT sum(amount)::bigint AS amount FROM due WHERE (SELECT count(*) FROM charged) >= 0
    ), earned AS (
      UPDATE accounts SET balance = balance + total.amount, ${nextEpoch(sql)} FROM total
      WHERE ${isAccount(sql, sql`'revenue:' || (SELECT min(id) FROM closed) % ${REVENUE_SHARDS}::int`)} AND total.amount > 0
      RETURNING accounts.id
    ), charges AS MATERIALIZED (
      SELECT nextval('movements_id_seq') AS movement_id, id, account_id, amount FROM closed WHERE amount > 0
    ), moved AS (
      INSERT INTO movements (id, kind, cause) OVERRIDING SYSTEM VALUE
      SELECT movement_id, 'charge', 'hold:' || id FROM charges
    ), entered AS (
      INSERT INTO postings (movement_id, from_account, to_account, amount)
      SELECT movement_id, charges.account_id, earned.id, charges.amount FROM charges CROSS JOIN earned
    )
    SELECT concat_ws('.', closed.id, closed.token) AS hold_id, NULL AS locked, COALESCE(charged.spendable,
        (SELECT balance - held FROM accounts WHERE ${isAccount(sql, sql`closed.account_id::text`)})) AS spendable, pass.*
    FROM closed LEFT JOIN charged ON charged.id = closed.account_id LEFT JOIN LATERAL (
      SELECT tier, starts_at, expires_at, included, used, starts_at <= now() AND now() < expires_at AS running
      FROM passes WHERE passes.id = closed.pass_id LIMIT 1
    ) AS pass ON true
    ${skipped}`);
}
