import { isAccount, nextEpoch } from '../accounts/account-row.ts';
import { sha256 } from '../accounts/api-key.ts';
import type { HoldRequest, HoldResult } from '../books.ts';
import { plainArray, textArray } from '../postgres/arrays.ts';
import { checkEcho, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { BATCH_MAX, type Member, type Skipped } from './batches.ts';
import { giveBack } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { REDELIVERY_SECONDS, SHARED_LOCK_MS_MAX } from './limits.ts';
import { newToken, partsOf } from './name.ts';
import { type PassRowOrNone, passOf } from './pass-state.ts';
import { columns, values } from './states.ts';

/** More finished responses than this wait only while the database is away. */
const NOTED_MAX = 1_000;

/** A hold, or none where the account or the pass of the request is locked. */
type HeldRow = { readonly place: number } & (
  | ({ readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone)
  | { readonly hold_id: null }
);

/**
 * Reserves in one statement what needs no second look: requests without an idempotency key, of keys that were presented
 * before, that repeat no unfinished answer, of an account whose running pass, or without one whose balance, covers all of its
 * requests here. Returns the members that it left alone. Those whose account is locked are told to `skipped` instead; without it the
 * statement waits for them.
 */
export async function holdSeveral<M extends Member<HoldRequest, HoldResult>>(
  sql: Sql,
  deliveries: Deliveries,
  members: readonly M[],
  skipped?: Skipped<M>,
): Promise<readonly M[]> {
  const rows = await reserveSeveral(
    sql,
    deliveries.noted(NOTED_MAX),
    members.map(({ question }) => question),
    skipped !== undefined,
  );
  const decided = new Set<M>();
  for (const row of rows) {
    const member = members[row.place - 1];
    if (!member) throw new Error('a request was held that nobody made');
    decided.add(member);
    if (row.hold_id === null) skipped?.(member, member.question.apiKey);
    else member.answer({ outcome: 'held', holdId: row.hold_id, balanceAtomic: row.spendable, ...passOf(row) });
  }
  return members.filter((member) => !decided.has(member));
}

/**
 * All of an account is decided together under the lock of its row or of its pass's, which are taken in the order of their
 * ids, accounts before passes, like everywhere. A key that was never presented is left to the statement that notes so.
 *
 * The limit is no news to the statement: an unknown one makes the planner expect few rows, so that it looks them up by
 * index. A plan that was made while a table was small would else read all of it for as long as the connection lives.
 */
async function reserveSeveral(
  sql: Sql,
  delivered: readonly string[],
  requests: readonly HoldRequest[],
  skipsLocked: boolean,
): Promise<readonly HeldRow[]> {
  const tokens = requests.map(newToken);
  const skip = skipsLocked ? sql`SKIP LOCKED` : sql``;
  const skipped = skipsLocked
    ? sql`UNION ALL SELECT place::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM plain JOIN admitted ON admitted.account_id = plain.account_id
      WHERE NOT EXISTS (SELECT FROM funds WHERE funds.account_id = plain.account_id)
        AND NOT EXISTS (SELECT FROM calls WHERE calls.account_id = plain.account_id)`
    : sql``;
  const statement = sql<HeldRow[]>`
    WITH asked AS MATERIALIZED (
      SELECT place, token, decode(key, 'hex') AS key, decode(hash, 'hex') AS hash, kind, subject, size, price
      FROM unnest(${plainArray(tokens)}::text::bigint[],
        ${hexes(requests.map(({ apiKey }) => apiKey))}::text::text[],
        ${hexes(requests.map(({ request }) => request))}::text::text[],
        ${textArray(requests.map(({ kind }) => kind))}::text::text[],
        ${textArray(requests.map(({ subject }) => subject))}::text::text[],
        ${textArray(requests.map(({ size }) => size ?? null))}::text::text[],
        ${plainArray(requests.map(({ priceAtomic }) => priceAtomic))}::text::bigint[]
      ) WITH ORDINALITY AS asked (token, key, hash, kind, subject, size, price, place),
        (SELECT set_config('lock_timeout', ${String(SHARED_LOCK_MS_MAX)}, true)) AS lock_wait LIMIT ${BATCH_MAX}
    ), finished AS MATERIALIZED (
      SELECT name FROM unnest(${plainArray(delivered)}::text::text[]) AS finished (name)
    ), plain AS MATERIALIZED (
      SELECT place, token, account_id, hash, kind, subject, size, price FROM asked CROSS JOIN LATERAL (
        SELECT account_id FROM api_keys
        WHERE api_keys.hash = asked.key AND revoked_at IS NULL AND presented_at IS NOT NULL LIMIT 1
      ) AS caller
      WHERE (
        SELECT holds.id FROM holds JOIN answers ON answers.hold_id = holds.id
        WHERE holds.account_id = caller.account_id AND holds.request_hash = asked.hash
          AND holds.state = 'posted' AND holds.finished_at IS NULL AND answers.body IS NOT NULL
          AND holds.closed_at + interval '0' > now() - make_interval(secs => ${REDELIVERY_SECONDS})
          AND concat_ws('.', holds.id, holds.token) NOT IN (SELECT name FROM finished)
        LIMIT 1
      ) IS NULL
    ), wanted AS MATERIALIZED (
      SELECT account_id, count(*)::int AS calls, sum(price)::bigint AS total FROM plain GROUP BY account_id
    ), admitted AS MATERIALIZED (
      SELECT account_id, calls, total, (
        SELECT id FROM passes
        WHERE passes.account_id = wanted.account_id AND starts_at <= now() AND now() < expires_at AND used < included
        LIMIT 1
      ) AS pass_id
      FROM wanted
    ), funds AS MATERIALIZED (
      SELECT payer.account_id, payer.total, own.spendable
      FROM (SELECT account_id, total FROM admitted WHERE pass_id IS NULL ORDER BY account_id) AS payer
      CROSS JOIN LATERAL (
        SELECT balance - held AS spendable FROM accounts WHERE ${isAccount(sql, sql`payer.account_id::text`)}
        FOR NO KEY UPDATE ${skip}
      ) AS own
    ), calls AS MATERIALIZED (
      SELECT payer.account_id, payer.calls, own.*
      FROM (
        SELECT account_id, calls, pass_id FROM admitted
        WHERE pass_id IS NOT NULL AND (SELECT count(*) FROM funds) >= 0 ORDER BY pass_id
      ) AS payer
      CROSS JOIN LATERAL (
        SELECT id AS pass_id, tier, starts_at, expires_at, included, used,
          starts_at <= now() AND now() < expires_at AS running
        FROM passes WHERE passes.id = payer.pass_id FOR NO KEY UPDATE ${skip}
      ) AS own
    ), covered AS MATERIALIZED (
      SELECT account_id, NULL::bigint AS pass_id FROM funds WHERE spendable >= total
      UNION ALL SELECT account_id, pass_id FROM calls WHERE included - used >= calls
    ), drafts AS MATERIALIZED (
      SELECT nextval('holds_id_seq') AS id, plain.*, covered.pass_id,
        sum(price) OVER so_far AS spent, count(*) OVER so_far AS drawn
      FROM plain JOIN covered ON covered.account_id = plain.account_id
      WINDOW so_far AS (PARTITION BY plain.account_id ORDER BY place ROWS UNBOUNDED PRECEDING)
    ), opened AS (
      INSERT INTO holds (id, token, account_id, amount, pass_id, kind, subject, size, request_hash, ${columns(sql, 'hold')})
      OVERRIDING SYSTEM VALUE
      SELECT id, token, account_id, CASE WHEN pass_id IS NULL THEN price ELSE 0 END, pass_id, kind, subject, size, hash,
        ${values(sql, 'hold')} FROM drafts
    ), reserved AS (
      UPDATE accounts SET held = held + funds.total, ${nextEpoch(sql)} FROM funds
      WHERE ${isAccount(sql, sql`funds.account_id::text`)} AND funds.spendable >= funds.total
    ), drawn AS (
      UPDATE passes SET used = passes.used + calls.calls FROM calls
      WHERE passes.id = calls.pass_id AND calls.included - calls.used >= calls.calls
    )
    SELECT drafts.place::int, concat_ws('.', drafts.id, drafts.token) AS hold_id,
      COALESCE(funds.spendable - drafts.spent,
        (SELECT balance - held FROM accounts WHERE ${isAccount(sql, sql`drafts.account_id::text`)}))::bigint AS spendable,
      calls.tier, calls.starts_at, calls.expires_at, calls.included, (calls.used + drafts.drawn)::int AS used, calls.running
    FROM drafts LEFT JOIN funds ON funds.account_id = drafts.account_id
    LEFT JOIN calls ON calls.account_id = drafts.account_id
    ${skipped}`;
  const rows = await unlessDown(statement, STATEMENT_MS_MAX, (late) => {
    giveBack(
      sql,
      late.flatMap(({ hold_id }) => hold_id ?? []),
    );
  });
  for (const { hold_id, place } of rows) {
    if (hold_id !== null) checkEcho(partsOf(hold_id).token, String(tokens[place - 1]));
  }
  return rows;
}

function hexes(texts: readonly string[]): string {
  return plainArray(texts.map((text) => Buffer.from(sha256(text)).toString('hex')));
}
