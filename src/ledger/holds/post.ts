import { advancedEpoch, isAccount } from '../accounts/account-row.ts';
import { SYSTEM_ACCOUNT_SHARDS } from '../accounts/movement.ts';
import type { PostResult, StoredAnswer } from '../books.ts';
import { longTextArray, plainArray, textArray } from '../postgres/arrays.ts';
import { checkEcho, mixedUp, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { unlessDeadlocked } from '../postgres/transaction.ts';
import { BATCH_MAX, type Skipped, type WaitingCall } from './batches.ts';
import { type HoldWait, lockTimeout } from './limits.ts';
import { isNamed, isOpen, partsOf } from './name.ts';
import { type PassRowOrNone, passOf } from './pass-state.ts';
import { assigned } from './states.ts';

/** A hold and the answer that is to be charged by it. */
export interface Post {
  readonly holdId: string;
  readonly answer: StoredAnswer;
}

/** A charge. */
type PostedRow = { readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone;

/** A charge, or the account of a hold that is locked itself or whose account is. */
type ChargedRow = ({ readonly locked: null } & PostedRow) | { readonly hold_id: string; readonly locked: string };

/**
 * Charges a hold and stores its answer: the statement for several, with one post, that waits for locked rows. A call on a pass
 * moves no money, and touches neither the balance nor revenue. `lost` when the hold was closed before, unless by this very post.
 */
export async function post(sql: Sql, holdId: string, answer: StoredAnswer): Promise<PostResult> {
  // A hold under the same idempotency key may have the account and wait for this one (see attempts.ts).
  const [charged] = await unlessDeadlocked(() => charge(sql, forOne(sql, { holdId, answer })));
  if (charged && charged.locked !== null) throw mixedUp();
  const row = charged ?? (await postedBefore(sql, holdId, answer));
  if (!row) return { outcome: 'lost' };
  checkEcho(row.hold_id, holdId);
  return posted(row);
}

function posted(row: PostedRow): PostResult {
  return { outcome: 'posted', balanceAtomic: row.spendable, ...passOf(row) };
}

/**
 * The repeat of a post whose outcome got lost with its connection finds its own answer. A statement of its own, because
 * the first may have been committed while the repeat waited for it, too late for the repeat's view of the tables.
 */
async function postedBefore(sql: Sql, holdId: string, answer: StoredAnswer): Promise<PostedRow | undefined> {
  const rows = await unlessDown(sql<PostedRow[]>`
    SELECT concat_ws('.', holds.id, holds.token) AS hold_id, accounts.balance - accounts.held AS spendable,
      passes.tier, passes.starts_at, passes.expires_at, passes.included, passes.used,
      passes.starts_at <= now() AND now() < passes.expires_at AS running
    FROM answers JOIN holds ON holds.id = answers.hold_id
    JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}
    LEFT JOIN passes ON passes.id = holds.pass_id
    WHERE ${isNamed(sql, holdId)} AND answers.body = ${answer.body}`);
  return rows[0];
}

/**
 * Posts of one moment in one statement. Returns the members that it left alone: holds that were closed before, and the second post of a
 * hold. Members with a locked account are given to `skipped` instead; without it the statement waits a little for them.
 */
export async function postSeveral<M extends WaitingCall<Post, PostResult>>(
  sql: Sql,
  members: readonly M[],
  skipped?: Skipped<M>,
): Promise<readonly M[]> {
  const first = new Map<string, M>();
  for (const member of members) if (!first.has(member.question.holdId)) first.set(member.question.holdId, member);
  const decided = new Set<M>();
  const posts = [...first.values()].map(({ question }) => question).sort(byHold);
  for (const row of await charge(sql, forSeveral(sql, posts, skipped ? 'none' : 'short'))) {
    const member = first.get(row.hold_id);
    if (!member) throw mixedUp();
    decided.add(member);
    if (row.locked === null) member.answer(posted(row));
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
 * The definition of a post: charges holds and stores their answers in one statement. The state of each hold decides, so that a charge
 * happens once. A call on a pass moves no money, and touches neither the balance nor revenue. All charges of the statement go to one of
 * the shards of revenue. `form` has the differences between one post and several.
 */
async function charge(sql: Sql, form: Form): Promise<readonly ChargedRow[]> {
  return await unlessDown(sql<ChargedRow[]>`
    WITH asked AS ${form.kept} (
      ${form.asked}
    )${form.open}, closed AS (
      UPDATE holds SET ${assigned(sql, 'post')} FROM ${form.opened} AS open WHERE ${isAsked(sql, sql`open`)}
      RETURNING holds.id, holds.token, account_id, amount, pass_id
    ), stored AS (
      INSERT INTO answers (hold_id, body, verdict)
      SELECT closed.id, body, verdict
      FROM closed JOIN asked ON asked.id = closed.id AND asked.token IS NOT DISTINCT FROM closed.token
    ), due AS ${form.kept} (
      ${form.due}
    ), charged AS (
      UPDATE accounts SET balance = balance - due.amount, held = held - due.amount, ${advancedEpoch(sql)}
      FROM due WHERE ${isAccount(sql, sql`due.account_id::text`)} RETURNING accounts.id, balance - held AS spendable
    ), total AS (
      SELECT sum(amount)::bigint AS amount FROM due WHERE (SELECT count(*) FROM charged) >= 0
    ), earned AS (
      UPDATE accounts SET balance = balance + total.amount, ${advancedEpoch(sql)} FROM total
      WHERE ${isAccount(sql, sql`'revenue:' || (SELECT min(id) FROM closed) % ${SYSTEM_ACCOUNT_SHARDS}::int`)} AND total.amount > 0
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
    ${form.skipped}`);
}

/** The condition that `holds` is open and the one that a row of `names` names. */
function isAsked(sql: Sql, names: ReturnType<Sql>) {
  return sql`holds.id = ${names}.id AND holds.token IS NOT DISTINCT FROM ${names}.token AND ${isOpen(sql)}`;
}

type Form = ReturnType<typeof forOne>;

/** One post: nothing is locked before it is updated. */
function forOne(sql: Sql, { holdId, answer }: Post) {
  const { id, token } = partsOf(holdId);
  return {
    kept: sql`NOT MATERIALIZED`,
    asked: sql`SELECT ${id}::bigint AS id, ${token}::bigint AS token, ${answer.body}::text AS body, ${answer.verdict}::text AS verdict`,
    open: sql``,
    opened: sql`asked`,
    due: sql`SELECT account_id, amount FROM closed WHERE amount > 0`,
    skipped: sql``,
  };
}

/**
 * Several posts: holds are locked in the order of the posts, which is the order of their ids, then their accounts by id. A closed hold has
 * to be charged, so a locked account is found out before its hold is closed. The limit keeps the planner to indices (see `forSeveral` in
 * hold.ts).
 */
function forSeveral(sql: Sql, posts: readonly Post[], wait: HoldWait): Form {
  const skips = wait === 'none';
  const names = posts.map(({ holdId }) => partsOf(holdId));
  return {
    kept: sql`MATERIALIZED`,
    asked: sql`
      SELECT id, token, body, verdict FROM unnest(${plainArray(names.map(({ id }) => id))}::text::bigint[],
        ${plainArray(names.map(({ token }) => token ?? 'NULL'))}::text::bigint[],
        ${longTextArray(
          sql,
          posts.map(({ answer }) => answer.body),
        )},
        ${textArray(posts.map(({ answer }) => answer.verdict))}::text::text[]
      ) AS asked (id, token, body, verdict), ${lockTimeout(sql)} AS lock_wait LIMIT ${BATCH_MAX}`,
    open: sql`, open AS MATERIALIZED (
      SELECT asked.id, asked.token FROM asked CROSS JOIN LATERAL (
        SELECT FROM holds ${skips ? sql`JOIN accounts ON ${isAccount(sql, sql`holds.account_id::text`)}` : sql``}
        WHERE ${isAsked(sql, sql`asked`)} FOR NO KEY UPDATE ${skips ? sql`SKIP LOCKED` : sql``}
      ) AS own
    )`,
    opened: sql`open`,
    due: sql`SELECT payer.account_id, payer.amount FROM (
        SELECT account_id, sum(amount)::bigint AS amount FROM closed WHERE amount > 0
        GROUP BY account_id ORDER BY account_id
      ) AS payer
      CROSS JOIN LATERAL (
        SELECT FROM accounts WHERE ${isAccount(sql, sql`payer.account_id::text`)} FOR NO KEY UPDATE
      ) AS own`,
    skipped: skips
      ? sql`UNION ALL SELECT concat_ws('.', holds.id, holds.token), holds.account_id::text, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM asked JOIN holds ON ${isAsked(sql, sql`asked`)}
      WHERE NOT EXISTS (SELECT FROM open WHERE open.id = asked.id)`
      : sql``,
  };
}
