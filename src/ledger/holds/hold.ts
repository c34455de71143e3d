import { advancedEpoch, isAccount } from '../accounts/account-row.ts';
import { sha256Hex } from '../accounts/api-key.ts';
import type { Held, HoldRefusal, HoldRequest, HoldResult } from '../books.ts';
import { plainArray, textArray } from '../postgres/arrays.ts';
import { checkEcho, mixedUp, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { type Undecided, untilDecided } from './attempts.ts';
import { BATCH_MAX, type Skipped, type WaitingCall } from './batches.ts';
import { giveBack } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { type HoldWait, lockTimeout } from './limits.ts';
import { newToken, partsOf } from './name.ts';
import { type PassRowOrNone, passOf } from './pass-state.ts';
import { isOutdated, isUnfinished, keepsName } from './repeats.ts';
import { columns, values } from './states.ts';

/** More finished responses than this wait only while the database is away. */
const NOTED_MAX = 1_000;

/** A request by its index, with its hold, or without one if nothing was reserved. */
type ReservedRow = { readonly place: number } & (
  | ({ readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone)
  | ({ readonly hold_id: null } & Found)
);

/** Why nothing was reserved. */
type Found = {
  /** Whether the account, or the pass that would cover the request, is locked and was not waited for. */
  readonly locked: boolean;
  /** Balance less what is held; null for an unknown key. */
  readonly spendable: bigint | null;
  /** A pass had a call left when the statement began. */
  readonly covered: boolean;
  /** Of the bill that the idempotency key names: out of date, another request, still worked on. */
  readonly stale: boolean;
  readonly differs: boolean;
  readonly in_flight: boolean;
  /** Whether the stored answer was found by the idempotency key. */
  readonly identified: boolean;
} & ({ readonly replay_id: null } | { readonly replay_id: string; readonly body: string; readonly verdict: string });

/**
 * Reserves one call, in one round trip. A repeat whose idempotency key is known, or whose answer was not delivered, gets the stored
 * answer before anything is asked of the balance. Waits for locked rows.
 */
export async function hold(sql: Sql, deliveries: Deliveries, request: HoldRequest): Promise<HoldResult> {
  return await untilDecided(sql, deliveries, request, async (unwritten) => {
    const [row] = await reserve(sql, [request], [], 'long');
    if (!row) throw mixedUp();
    if (row.hold_id !== null) return held(row);
    if (row.spendable === null) return { outcome: 'key_unknown' };
    return (
      identified(row) ??
      replayed(row, row.spendable, (holdId) => unwritten || deliveries.has(holdId)) ??
      refused(row, row.spendable, request.priceAtomic)
    );
  });
}

/**
 * Reserves in one statement the requests without a special case: no repeats, of keys that were presented before, of an account whose
 * running pass, or without one whose balance, covers all of its requests here. Returns the members that it left alone. Members with a
 * locked account are given to `skipped` instead; without it the statement waits a little for them.
 */
export async function holdSeveral<M extends WaitingCall<HoldRequest, HoldResult>>(
  sql: Sql,
  deliveries: Deliveries,
  members: readonly M[],
  skipped?: Skipped<M>,
): Promise<readonly M[]> {
  const requests = members.map(({ question }) => question);
  const decided = new Set<M>();
  for (const row of await reserve(sql, requests, deliveries.noted(NOTED_MAX), skipped ? 'none' : 'short')) {
    const member = members[row.place - 1];
    if (!member) throw mixedUp();
    if (row.hold_id === null && !(row.locked && skipped)) continue;
    decided.add(member);
    if (row.hold_id === null) skipped?.(member, member.question.apiKey);
    else member.answer(held(row));
  }
  return members.filter((member) => !decided.has(member));
}

function held(row: { readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone): Held {
  return { outcome: 'held', holdId: row.hold_id, balanceAtomic: row.spendable, ...passOf(row) };
}

/** The conflict with a bill under its idempotency key. */
function identified(found: Found): HoldRefusal | Undecided | null {
  if (found.stale) return 'stale';
  if (found.differs) return { outcome: 'differs' };
  return found.in_flight ? { outcome: 'in_flight' } : null;
}

/** The statement may have begun before this process wrote that the response was finished, which `delivered` says. */
function replayed(
  found: Found,
  balanceAtomic: bigint,
  delivered: (holdId: string) => boolean,
): HoldResult | Undecided | null {
  if (found.replay_id === null) return null;
  if (!found.identified && delivered(found.replay_id)) return 'delivered';
  const answer = { body: found.body, verdict: found.verdict };
  return { outcome: 'replayed', holdId: found.replay_id, balanceAtomic, answer };
}

function refused({ covered }: Found, balanceAtomic: bigint, priceAtomic: bigint): HoldRefusal | Undecided {
  // The call or the money was there when the statement began and another took it meanwhile: look again.
  if (covered || balanceAtomic >= priceAtomic) return 'raced';
  return { outcome: 'insufficient_balance', balanceAtomic };
}

/**
 * The definition of a hold: looks up stored answers, and reserves the other requests, all of an account together. Accounts and passes are
 * locked first, in the order of their ids, accounts before passes, like everywhere. `delivered` are holds whose responses were finished. A
 * request with the wait `long` is alone: a queued pass may cover it, and its key is noted as presented. Several requests are left alone if
 * they need either.
 *
 * A lock alone is not enough: PostgreSQL computes the new row from the row that the statement saw first, and checks its constraints,
 * before it notices that the row has changed. So the updates compare the rest in both rows, and reserve nothing if one of them has too
 * little.
 *
 * The LIMIT excludes no row. As a parameter it makes the planner expect few rows, so that it looks them up by index. A plan that was made
 * while a table was small would otherwise read all of it for as long as the connection lives.
 */
async function reserve(
  sql: Sql,
  requests: readonly HoldRequest[],
  delivered: readonly string[],
  wait: HoldWait,
): Promise<readonly ReservedRow[]> {
  const tokens = requests.map(newToken);
  const isAlone = wait === 'long';
  const skip = wait === 'none' ? sql`SKIP LOCKED` : sql``;
  const soFar = sql`FILTER (WHERE fresh) OVER (PARTITION BY found.account_id ORDER BY place ROWS UNBOUNDED PRECEDING)`;
  const spendable = sql`SELECT balance - held FROM accounts WHERE`;
  const statement = sql<(ReservedRow & { readonly echo: bigint })[]>`
    WITH asked AS MATERIALIZED (
      SELECT place, token, decode(key, 'hex') AS key, decode(hash, 'hex') AS hash, kind, subject, size, price, idempotency_key
      FROM unnest(${plainArray(tokens)}::text::bigint[],
        ${hexes(requests.map(({ apiKey }) => apiKey))}::text::text[],
        ${hexes(requests.map(({ request }) => request))}::text::text[],
        ${textArray(requests.map(({ kind }) => kind))}::text::text[],
        ${textArray(requests.map(({ subject }) => subject))}::text::text[],
        ${textArray(requests.map(({ size }) => size ?? null))}::text::text[],
        ${plainArray(requests.map(({ priceAtomic }) => priceAtomic))}::text::bigint[],
        ${textArray(requests.map(({ idempotencyKey }) => idempotencyKey ?? null))}::text::text[]
      ) WITH ORDINALITY AS asked (token, key, hash, kind, subject, size, price, idempotency_key, place)
        ${isAlone ? sql`` : sql`, ${lockTimeout(sql)} AS lock_wait`} LIMIT ${BATCH_MAX}
    ), found AS MATERIALIZED (
      SELECT asked.*, caller.account_id, bill.stale, bill.differs, bill.in_flight, bill.posted, unfinished.id AS unfinished,
        caller.account_id IS NOT NULL AND bill.in_flight IS NULL AND unfinished.id IS NULL AS fresh
      FROM asked LEFT JOIN LATERAL (
        SELECT account_id FROM api_keys WHERE api_keys.hash = asked.key AND revoked_at IS NULL
          ${isAlone ? sql`` : sql`AND presented_at IS NOT NULL`} LIMIT 1
      ) AS caller ON true CROSS JOIN LATERAL (
        SELECT bool_or(${isOutdated(sql)}) AS stale, bool_or(bill_hash <> asked.hash) AS differs,
          bool_or(state = 'held') AS in_flight, min(id) FILTER (WHERE state = 'posted') AS posted
        FROM holds
        WHERE holds.account_id = caller.account_id AND holds.idempotency_key = asked.idempotency_key AND ${keepsName(sql)}
      ) AS bill LEFT JOIN LATERAL (
        SELECT holds.id FROM holds JOIN answers ON answers.hold_id = holds.id
        WHERE holds.account_id = caller.account_id AND holds.request_hash = asked.hash AND ${isUnfinished(sql)}
          AND NOT concat_ws('.', holds.id, holds.token) = ANY(${plainArray(delivered)}::text::text[])
        ORDER BY holds.closed_at DESC, holds.id DESC LIMIT 1
      ) AS unfinished ON true
    ), wanted AS (
      SELECT account_id, count(*)::int AS calls, sum(price)::bigint AS total FROM found WHERE fresh GROUP BY account_id
    ), admitted AS MATERIALIZED (
      SELECT account_id, calls, total, (
        SELECT id FROM passes
        WHERE passes.account_id = wanted.account_id AND now() < expires_at AND used < included AND (
          starts_at <= now() ${isAlone ? sql`OR (${spendable} ${isAccount(sql, sql`wanted.account_id::text`)}) < total` : sql``}
        )
        ORDER BY starts_at LIMIT 1
      ) AS pass_id
      FROM wanted
    ), funds AS MATERIALIZED (
      SELECT payer.* FROM (SELECT account_id, total FROM admitted WHERE pass_id IS NULL ORDER BY account_id) AS payer
      CROSS JOIN LATERAL (
        SELECT FROM accounts WHERE ${isAccount(sql, sql`payer.account_id::text`)} FOR NO KEY UPDATE ${skip}
      ) AS own
    ), calls AS MATERIALIZED (
      SELECT payer.* FROM (
        SELECT account_id, calls, pass_id FROM admitted
        WHERE pass_id IS NOT NULL AND (SELECT count(*) FROM funds) >= 0 ORDER BY pass_id
      ) AS payer
      CROSS JOIN LATERAL (SELECT FROM passes WHERE passes.id = payer.pass_id FOR NO KEY UPDATE ${skip}) AS own
    ), reserved AS (
      UPDATE accounts SET held = held + payer.total, ${advancedEpoch(sql)} FROM funds AS payer
      WHERE ${isAccount(sql, sql`payer.account_id::text`)} AND balance - held >= payer.total
      RETURNING accounts.id AS account_id, payer.total, balance - held AS spendable
    ), drawn AS (
      UPDATE passes SET used = used + payer.calls FROM calls AS payer
      WHERE passes.id = payer.pass_id AND included - used >= payer.calls
      RETURNING passes.account_id, id AS pass_id, payer.calls, tier, starts_at, expires_at, included, used,
        starts_at <= now() AND now() < expires_at AS running
    ), covered AS (
      SELECT account_id, NULL::bigint AS pass_id, spendable + total AS spendable, NULL AS tier, NULL::timestamptz AS starts_at,
        NULL::timestamptz AS expires_at, NULL::int AS included, NULL::int AS used, NULL::boolean AS running FROM reserved
      UNION ALL SELECT account_id, pass_id, NULL, tier, starts_at, expires_at, included, used - calls, running FROM drawn
    ), drafts AS MATERIALIZED (
      SELECT CASE WHEN covered.account_id IS NOT NULL THEN nextval('holds_id_seq') END AS id, found.*, pass_id,
        (spendable - sum(price) ${soFar})::bigint AS spendable,
        tier, starts_at, expires_at, included, (used + count(*) ${soFar})::int AS used, running
      FROM found LEFT JOIN covered ON fresh AND covered.account_id = found.account_id
    ), opened AS (
      INSERT INTO holds (id, token, account_id, amount, pass_id, kind, subject, size, request_hash, bill_hash, idempotency_key,
        ${columns(sql, 'hold')})
      OVERRIDING SYSTEM VALUE
      SELECT id, token, account_id, CASE WHEN pass_id IS NULL THEN price ELSE 0 END, pass_id, kind, subject, size, hash,
        CASE WHEN idempotency_key IS NOT NULL THEN hash END, idempotency_key, ${values(sql, 'hold')} FROM drafts WHERE id IS NOT NULL
    )${isAlone ? presented(sql) : sql``}
    SELECT place::int, token AS echo, CASE WHEN id IS NOT NULL THEN concat_ws('.', id, token) END AS hold_id,
      COALESCE(spendable, (${spendable} ${isAccount(sql, sql`drafts.account_id::text`)})) AS spendable,
      tier, starts_at, expires_at, included, used, running,
      fresh AND id IS NULL AND NOT EXISTS (SELECT FROM funds WHERE funds.account_id = drafts.account_id)
        AND NOT EXISTS (SELECT FROM calls WHERE calls.account_id = drafts.account_id) AS locked,
      id IS NULL AND EXISTS (SELECT FROM admitted WHERE admitted.account_id = drafts.account_id AND pass_id IS NOT NULL) AS covered,
      COALESCE(stale, false) OR (posted IS NOT NULL AND answers.body IS NULL) AS stale,
      COALESCE(differs, false) AS differs, COALESCE(in_flight, false) AS in_flight, posted IS NOT NULL AS identified,
      (SELECT concat_ws('.', holds.id, holds.token) FROM holds WHERE holds.id = answers.hold_id) AS replay_id, answers.body, answers.verdict
    FROM drafts LEFT JOIN answers ON answers.hold_id = COALESCE(posted, unfinished)`;
  const rows = await unlessDown(statement, STATEMENT_MS_MAX, (late) => {
    giveBack(
      sql,
      late.flatMap(({ hold_id }) => hold_id ?? []),
    );
  });
  for (const { place, echo, hold_id } of rows) {
    const token = tokens[place - 1];
    if (token === undefined) throw mixedUp();
    checkEcho(echo, token);
    if (hold_id !== null) checkEcho(partsOf(hold_id).token, String(echo));
  }
  return rows;
}

/** The part of the statement that notes a key as presented. */
function presented(sql: Sql) {
  return sql`, presented AS (
      UPDATE api_keys SET presented_at = now() FROM asked
      WHERE api_keys.hash = asked.key AND revoked_at IS NULL AND presented_at IS NULL
    )`;
}

function hexes(texts: readonly string[]): string {
  return plainArray(texts.map(sha256Hex));
}
