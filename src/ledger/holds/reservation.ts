import { isAccount, nextEpoch } from '../accounts/account-row.ts';
import { sha256 } from '../accounts/api-key.ts';
import type { HoldRequest } from '../books.ts';
import { checkEcho, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { giveBack } from './closing.ts';
import { REDELIVERY_SECONDS, RETENTION_SECONDS } from './limits.ts';
import { newToken } from './name.ts';
import type { PassRowOrNone } from './pass-state.ts';
import { columns, values } from './states.ts';

/** What one statement found and did; `hold_id` is null when nothing was reserved. */
export type Reservation = {
  readonly hold_id: string | null;
  /** Balance less what is held. */
  readonly spendable: bigint;
  /** A pass had a call left when the statement began. */
  readonly covered: boolean;
  /** Of the bill that the idempotency key names: out of date, another request, still worked on. */
  readonly stale: boolean;
  readonly differs: boolean;
  readonly in_flight: boolean;
  /** Whether the stored answer was found by the idempotency key. */
  readonly identified: boolean;
} & ({ readonly replay_id: null } | { readonly replay_id: string; readonly body: string; readonly verdict: string }) &
  PassRowOrNone;

/** With the token that was sent, and whether the key is known. */
type Told = Reservation & { readonly echo: bigint; readonly is_known: boolean };

/**
 * Looks for what is stored and reserves the call when there is nothing, in one round trip. The conditions on passes and
 * balance are checked again by PostgreSQL on the newest row after any wait for its lock, so that holds which arrive
 * together never reserve more than there is. Nothing for a key that is unknown.
 */
export async function reserve(sql: Sql, request: HoldRequest): Promise<Reservation | undefined> {
  const key = sha256(request.apiKey);
  const hash = sha256(request.request);
  const identifier = request.idempotencyKey ?? null;
  const payer = isAccount(sql, sql`(SELECT account_id::text FROM caller)`);
  const token = newToken();
  const statement = sql<Told[]>`
    WITH caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL
    ), presented AS (
      UPDATE api_keys SET presented_at = now()
      WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL
    ), known AS MATERIALIZED (
      SELECT id, state, bill_hash <> ${hash} AS differs,
        CASE state WHEN 'held' THEN expires_at < now()
          ELSE closed_at <= now() - make_interval(secs => ${RETENTION_SECONDS}) END AS stale
      FROM holds WHERE account_id = (SELECT account_id FROM caller)
        AND idempotency_key = ${identifier} AND state IN ('held', 'posted')
    ), unfinished AS MATERIALIZED (
      SELECT holds.id FROM holds JOIN answers ON answers.hold_id = holds.id
      WHERE holds.account_id = (SELECT account_id FROM caller) AND holds.request_hash = ${hash}
        AND holds.state = 'posted' AND holds.finished_at IS NULL AND answers.body IS NOT NULL
        AND holds.closed_at + interval '0' > now() - make_interval(secs => ${REDELIVERY_SECONDS})
      ORDER BY holds.closed_at DESC, holds.id DESC LIMIT 1
    ), admitted AS MATERIALIZED (
      SELECT account_id FROM caller WHERE NOT EXISTS (SELECT FROM known) AND NOT EXISTS (SELECT FROM unfinished)
    ), candidate AS MATERIALIZED (
      SELECT id FROM passes
      WHERE account_id = (SELECT account_id FROM caller) AND expires_at > now() AND used < included
        AND (starts_at <= now() OR (SELECT balance - held FROM accounts WHERE ${payer}) < ${request.priceAtomic})
      ORDER BY starts_at LIMIT 1
    ), drawn AS (
      UPDATE passes SET used = used + 1
      WHERE id = (SELECT id FROM candidate) AND used < included AND EXISTS (SELECT FROM admitted)
      RETURNING id, account_id, tier, starts_at, expires_at, included, used,
        starts_at <= now() AND now() < expires_at AS running
    ), reserved AS (
      UPDATE accounts SET held = held + ${request.priceAtomic}, ${nextEpoch(sql)}
      WHERE ${isAccount(sql, sql`(SELECT account_id::text FROM admitted)`)} AND balance - held >= ${request.priceAtomic}
        AND NOT EXISTS (SELECT FROM candidate)
      RETURNING id, balance - held AS spendable
    ), opened AS (
      INSERT INTO holds
        (token, account_id, amount, pass_id, kind, subject, size, request_hash, bill_hash, idempotency_key, ${columns(sql, 'hold')})
      SELECT ${token}::bigint, account_id, amount, pass_id, ${request.kind}, ${request.subject}, ${request.size ?? null}, ${hash},
        ${identifier === null ? null : hash}, ${identifier}, ${values(sql, 'hold')}
      FROM (
        SELECT account_id, 0::bigint AS amount, id AS pass_id FROM drawn
        UNION ALL SELECT id, ${request.priceAtomic}::bigint, NULL FROM reserved
      ) AS source RETURNING id, token
    )
    SELECT sent.token AS echo, caller.account_id IS NOT NULL AS is_known,
      (SELECT concat_ws('.', id, token) FROM opened) AS hold_id,
      COALESCE((SELECT spendable FROM reserved),
        (SELECT balance - held FROM accounts WHERE ${payer})) AS spendable,
      EXISTS (SELECT FROM candidate) AS covered,
      bill.stale OR (bill.posted IS NOT NULL AND answers.body IS NULL) AS stale, bill.differs, bill.in_flight, bill.posted IS NOT NULL AS identified,
      (SELECT concat_ws('.', id, token) FROM holds WHERE id = answers.hold_id) AS replay_id, answers.body, answers.verdict,
      drawn.tier, drawn.starts_at, drawn.expires_at, drawn.included, drawn.used, drawn.running
    FROM (SELECT ${token}::bigint AS token) AS sent LEFT JOIN caller ON true CROSS JOIN (
      SELECT COALESCE(bool_or(stale), false) AS stale, COALESCE(bool_or(differs), false) AS differs,
        COALESCE(bool_or(state = 'held'), false) AS in_flight, min(id) FILTER (WHERE state = 'posted') AS posted
      FROM known
    ) AS bill
    LEFT JOIN answers ON answers.hold_id = COALESCE(bill.posted, (SELECT id FROM unfinished))
    LEFT JOIN drawn ON true`;
  const rows = await unlessDown(statement, STATEMENT_MS_MAX, ([late]) => {
    if (late?.hold_id) giveBack(sql, [late.hold_id]);
  });
  const [found] = rows;
  checkEcho(found?.echo, token);
  return found?.is_known ? found : undefined;
}
