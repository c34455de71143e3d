import { advancedEpoch, isAccount } from '../accounts/account-row.ts';
import { sha256 } from '../accounts/api-key.ts';
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

/** A request by its place among those that were asked, with its hold, or without one where nothing was reserved. */
type ReservedRow = { readonly place: number } & (
  | ({ readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone)
  | ({ readonly hold_id: null } & Found)
);

/** Why nothing was reserved. Of several requests those without a hold are skipped, and say nothing more. */
type Found = {
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
    const token = newToken();
    const [row] = await reserve(sql, forOne(sql, request, token), [token]);
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
 * Reserves in one statement what needs no second look: requests that repeat nothing, of keys that were presented before, of an account
 * whose running pass, or without one whose balance, covers all of its requests here. Returns the members that it left alone. Those
 * whose account is locked are given to `skipped` instead; without it the statement waits a little for them.
 */
export async function holdSeveral<M extends WaitingCall<HoldRequest, HoldResult>>(
  sql: Sql,
  deliveries: Deliveries,
  members: readonly M[],
  skipped?: Skipped<M>,
): Promise<readonly M[]> {
  const requests = members.map(({ question }) => question);
  const tokens = requests.map(newToken);
  const form = forSeveral(sql, requests, tokens, deliveries.noted(NOTED_MAX), skipped ? 'none' : 'short');
  const rows = await reserve(sql, form, tokens);
  const decided = new Set<M>();
  for (const row of rows) {
    const member = members[row.place - 1];
    if (!member) throw mixedUp();
    decided.add(member);
    if (row.hold_id === null) skipped?.(member, member.question.apiKey);
    else member.answer(held(row));
  }
  return members.filter((member) => !decided.has(member));
}

function held(row: { readonly hold_id: string; readonly spendable: bigint } & PassRowOrNone): Held {
  return { outcome: 'held', holdId: row.hold_id, balanceAtomic: row.spendable, ...passOf(row) };
}

/** What stands in the way of a bill under its idempotency key. */
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
 * The definition of a hold: looks for what is stored, and reserves the requests that find nothing, all of an account together. `form` is
 * what differs for one request and for several: one gets a row whatever becomes of it, several only where they are held or skipped.
 *
 * A lock alone is not enough for several: PostgreSQL computes the new row from the one that the statement saw first, and checks its
 * constraints, before it notices that the row has changed. So the updates compare what is left in both rows, and reserve nothing where one
 * of them has too little.
 */
async function reserve(sql: Sql, form: Form, tokens: readonly bigint[]): Promise<readonly ReservedRow[]> {
  const statement = sql<(ReservedRow & { readonly echo: bigint })[]>`
    WITH asked AS ${form.kept} (
      ${form.asked}
    ), found AS MATERIALIZED (
      SELECT asked.*, caller.account_id, bill.stale, bill.differs, bill.in_flight, bill.posted, unfinished.id AS unfinished
      FROM asked LEFT JOIN LATERAL (
        SELECT account_id FROM api_keys WHERE api_keys.hash = asked.key AND revoked_at IS NULL ${form.ofKey} LIMIT 1
      ) AS caller ON true CROSS JOIN LATERAL (
        SELECT bool_or(${isOutdated(sql)}) AS stale, bool_or(bill_hash <> asked.hash) AS differs,
          bool_or(state = 'held') AS in_flight, min(id) FILTER (WHERE state = 'posted') AS posted
        FROM holds
        WHERE holds.account_id = caller.account_id AND holds.idempotency_key = asked.idempotency_key AND ${keepsName(sql)}
      ) AS bill LEFT JOIN LATERAL (
        SELECT holds.id FROM holds JOIN answers ON answers.hold_id = holds.id
        WHERE holds.account_id = caller.account_id AND holds.request_hash = asked.hash AND ${isUnfinished(sql)}
          ${form.notDelivered}
        ORDER BY holds.closed_at DESC, holds.id DESC LIMIT 1
      ) AS unfinished ON true
    ), fresh AS MATERIALIZED (
      SELECT place, token, account_id, hash, kind, subject, size, price, idempotency_key FROM found
      WHERE account_id IS NOT NULL AND in_flight IS NULL AND unfinished IS NULL
    ), wanted AS (
      ${form.wanted}
    ), admitted AS MATERIALIZED (
      SELECT account_id, calls, total, (
        SELECT id FROM passes
        WHERE passes.account_id = wanted.account_id AND now() < expires_at AND used < included AND (starts_at <= now() ${form.orQueued})
        ORDER BY starts_at LIMIT 1
      ) AS pass_id
      FROM wanted
    )${form.locks}, reserved AS (
      UPDATE accounts SET held = held + payer.total, ${advancedEpoch(sql)} FROM ${form.payers} AS payer
      WHERE ${isAccount(sql, sql`payer.account_id::text`)} AND payer.pass_id IS NULL AND balance - held >= payer.total
      RETURNING accounts.id AS account_id, payer.total, balance - held AS spendable
    ), drawn AS (
      UPDATE passes SET used = used + payer.calls FROM ${form.drawers} AS payer
      WHERE passes.id = payer.pass_id AND included - used >= payer.calls
      RETURNING passes.account_id, id AS pass_id, payer.calls, tier, starts_at, expires_at, included, used,
        starts_at <= now() AND now() < expires_at AS running
    ), covered AS (
      SELECT account_id, NULL::bigint AS pass_id, spendable + total AS spendable, NULL AS tier, NULL::timestamptz AS starts_at,
        NULL::timestamptz AS expires_at, NULL::int AS included, NULL::int AS used, NULL::boolean AS running FROM reserved
      UNION ALL SELECT account_id, pass_id, NULL, tier, starts_at, expires_at, included, used - calls, running FROM drawn
    ), drafts AS MATERIALIZED (
      SELECT nextval('holds_id_seq') AS id, fresh.*, pass_id, (spendable - ${form.spent})::bigint AS spendable,
        tier, starts_at, expires_at, included, (used + ${form.drawn})::int AS used, running
      FROM fresh JOIN covered ON covered.account_id = fresh.account_id
    ), opened AS (
      INSERT INTO holds (id, token, account_id, amount, pass_id, kind, subject, size, request_hash, bill_hash, idempotency_key,
        ${columns(sql, 'hold')})
      OVERRIDING SYSTEM VALUE
      SELECT id, token, account_id, CASE WHEN pass_id IS NULL THEN price ELSE 0 END, pass_id, kind, subject, size, hash,
        CASE WHEN idempotency_key IS NOT NULL THEN hash END, idempotency_key, ${values(sql, 'hold')} FROM drafts
    )${form.presented}
    ${form.result}`;
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

type Form = ReturnType<typeof forOne>;

/** One request: nothing is locked before it is updated, a queued pass may cover it, and its key is noted as presented. */
function forOne(sql: Sql, request: HoldRequest, token: bigint) {
  const { apiKey, kind, subject, size = null, priceAtomic, idempotencyKey = null } = request;
  const spendable = sql`SELECT balance - held FROM accounts WHERE`;
  return {
    kept: sql`NOT MATERIALIZED`,
    asked: sql`SELECT 1 AS place, ${token}::bigint AS token, ${sha256(apiKey)}::bytea AS key, ${sha256(request.request)}::bytea AS hash,
        ${kind}::text AS kind, ${subject}::text AS subject, ${size}::text AS size, ${priceAtomic}::bigint AS price,
        ${idempotencyKey}::text AS idempotency_key`,
    ofKey: sql``,
    notDelivered: sql``,
    wanted: sql`SELECT account_id, 1 AS calls, price AS total FROM fresh`,
    spent: sql`price`,
    drawn: sql`1`,
    orQueued: sql`OR (${spendable} ${isAccount(sql, sql`wanted.account_id::text`)}) < total`,
    locks: sql``,
    payers: sql`admitted`,
    drawers: sql`admitted`,
    presented: sql`, presented AS (
      UPDATE api_keys SET presented_at = now() FROM asked
      WHERE api_keys.hash = asked.key AND revoked_at IS NULL AND presented_at IS NULL
    )`,
    result: sql`
      SELECT found.place::int, found.token AS echo, (SELECT concat_ws('.', id, token) FROM drafts) AS hold_id,
        COALESCE(drafts.spendable, (${spendable} ${isAccount(sql, sql`found.account_id::text`)})) AS spendable,
        drafts.tier, drafts.starts_at, drafts.expires_at, drafts.included, drafts.used, drafts.running,
        EXISTS (SELECT FROM admitted WHERE pass_id IS NOT NULL) AS covered,
        COALESCE(stale, false) OR (posted IS NOT NULL AND answers.body IS NULL) AS stale,
        COALESCE(differs, false) AS differs, COALESCE(in_flight, false) AS in_flight, posted IS NOT NULL AS identified,
        (SELECT concat_ws('.', id, token) FROM holds WHERE id = answers.hold_id) AS replay_id, answers.body, answers.verdict
      FROM found LEFT JOIN drafts ON true LEFT JOIN answers ON answers.hold_id = COALESCE(posted, unfinished)`,
  };
}

/**
 * Several requests: their accounts and passes are locked first, in the order of their ids, accounts before passes, like everywhere. Keys
 * that were never presented are left to the statement for one, which notes so.
 *
 * The limit is no news to the statement: an unknown one makes the planner expect few rows, so that it looks them up by
 * index. A plan that was made while a table was small would else read all of it for as long as the connection lives.
 */
function forSeveral(
  sql: Sql,
  requests: readonly HoldRequest[],
  tokens: readonly bigint[],
  delivered: readonly string[],
  wait: HoldWait,
): Form {
  const soFar = sql`OVER (PARTITION BY fresh.account_id ORDER BY place ROWS UNBOUNDED PRECEDING)`;
  const skip = wait === 'none' ? sql`SKIP LOCKED` : sql``;
  const skipped =
    wait === 'none'
      ? sql`UNION ALL SELECT place::int, token, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM fresh JOIN admitted ON admitted.account_id = fresh.account_id
      WHERE NOT EXISTS (SELECT FROM funds WHERE funds.account_id = fresh.account_id)
        AND NOT EXISTS (SELECT FROM calls WHERE calls.account_id = fresh.account_id)`
      : sql``;
  return {
    kept: sql`MATERIALIZED`,
    asked: sql`
      SELECT place, token, decode(key, 'hex') AS key, decode(hash, 'hex') AS hash, kind, subject, size, price, idempotency_key
      FROM unnest(${plainArray(tokens)}::text::bigint[],
        ${hexes(requests.map(({ apiKey }) => apiKey))}::text::text[],
        ${hexes(requests.map(({ request }) => request))}::text::text[],
        ${textArray(requests.map(({ kind }) => kind))}::text::text[],
        ${textArray(requests.map(({ subject }) => subject))}::text::text[],
        ${textArray(requests.map(({ size }) => size ?? null))}::text::text[],
        ${plainArray(requests.map(({ priceAtomic }) => priceAtomic))}::text::bigint[],
        ${textArray(requests.map(({ idempotencyKey }) => idempotencyKey ?? null))}::text::text[]
      ) WITH ORDINALITY AS asked (token, key, hash, kind, subject, size, price, idempotency_key, place),
        ${lockTimeout(sql)} AS lock_wait LIMIT ${BATCH_MAX}`,
    ofKey: sql`AND presented_at IS NOT NULL`,
    notDelivered: sql`AND NOT concat_ws('.', holds.id, holds.token) = ANY(${plainArray(delivered)}::text::text[])`,
    wanted: sql`SELECT account_id, count(*)::int AS calls, sum(price)::bigint AS total FROM fresh GROUP BY account_id`,
    spent: sql`sum(price) ${soFar}`,
    drawn: sql`count(*) ${soFar}`,
    orQueued: sql``,
    locks: sql`, funds AS MATERIALIZED (
      SELECT payer.* FROM (SELECT account_id, total, pass_id FROM admitted WHERE pass_id IS NULL ORDER BY account_id) AS payer
      CROSS JOIN LATERAL (
        SELECT FROM accounts WHERE ${isAccount(sql, sql`payer.account_id::text`)} FOR NO KEY UPDATE ${skip}
      ) AS own
    ), calls AS MATERIALIZED (
      SELECT payer.* FROM (
        SELECT account_id, calls, pass_id FROM admitted
        WHERE pass_id IS NOT NULL AND (SELECT count(*) FROM funds) >= 0 ORDER BY pass_id
      ) AS payer
      CROSS JOIN LATERAL (SELECT FROM passes WHERE passes.id = payer.pass_id FOR NO KEY UPDATE ${skip}) AS own
    )`,
    payers: sql`funds`,
    drawers: sql`calls`,
    presented: sql``,
    result: sql`
      SELECT place::int, token AS echo, concat_ws('.', id, token) AS hold_id, COALESCE(spendable,
          (SELECT balance - held FROM accounts WHERE ${isAccount(sql, sql`drafts.account_id::text`)})) AS spendable,
        tier, starts_at, expires_at, included, used, running
      FROM drafts ${skipped}`,
  };
}

function hexes(texts: readonly string[]): string {
  return plainArray(texts.map((text) => Buffer.from(sha256(text)).toString('hex')));
}
