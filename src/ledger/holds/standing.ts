import { isAccount } from '../accounts/account-row.ts';
import { sha256 } from '../accounts/api-key.ts';
import type { Transaction } from '../postgres/transaction.ts';
import { REDELIVERY_SECONDS, RETENTION_SECONDS } from './limits.ts';
import type { PassRow } from './pass-state.ts';

/** A line that the idempotency key names. */
type KnownLine = { readonly line: number; readonly differs: boolean; readonly stale: boolean } & (
  | { readonly state: 'held' }
  | ({ readonly state: 'posted' } & StoredLine)
);

/** A stored answer and its hold. */
export interface StoredLine {
  readonly line: number;
  readonly hold_id: string;
  readonly body: string;
  readonly verdict: string;
}

/** A pass with calls left, under its lock. */
export type OpenPass = PassRow & { readonly id: string };

/** What a bill is decided by. `spendable` is absent for an unknown key; passes are in the order in which calls draw on them. */
export interface Found {
  readonly spendable: bigint | undefined;
  readonly passes: readonly OpenPass[];
  readonly known: readonly KnownLine[];
  readonly unfinished: readonly StoredLine[];
}

/** What is looked for: the canonical requests of the lines, and the name of the bill. */
export interface Search {
  readonly key: Uint8Array;
  readonly requests: readonly string[];
  readonly billHash: Uint8Array;
  readonly identifier: string | null;
}

/**
 * Locks the account and then its passes, and reads what a bill is decided by. The statements leave together and each
 * sees what was committed before it began, so that whoever waited for the lock sees what the other did under it.
 */
export async function findUnderLock(tx: Transaction, search: Search): Promise<Found> {
  const [, passes, account, known, unfinished] = await Promise.all([
    lockAccount(tx, search.key),
    lockPasses(tx, search.key),
    readSpendable(tx, search.key),
    search.identifier === null ? [] : readKnown(tx, search, search.identifier),
    readUnfinished(tx, search),
    notePresented(tx, search.key),
  ]);
  const inOrder = [...passes].sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  return { spendable: account[0]?.spendable, passes: inOrder, known, unfinished };
}

function lockAccount(tx: Transaction, key: Uint8Array) {
  return tx`
    SELECT FROM accounts
    WHERE ${isAccount(tx, tx`(SELECT account_id::text FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL)`)}
    FOR NO KEY UPDATE`;
}

/** After the passes, because that is the order in which a single hold locks. */
function notePresented(tx: Transaction, key: Uint8Array) {
  return tx`
    UPDATE api_keys SET presented_at = now() WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL`;
}

function lockPasses(tx: Transaction, key: Uint8Array) {
  return tx<OpenPass[]>`
    SELECT id::text, tier, starts_at, expires_at, included, used, starts_at <= now() AS running FROM passes
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL)
      AND expires_at > now() AND used < included
    ORDER BY passes.id FOR NO KEY UPDATE`;
}

function readSpendable(tx: Transaction, key: Uint8Array) {
  return tx<{ spendable: bigint }[]>`
    SELECT accounts.balance - accounts.held AS spendable FROM api_keys
    JOIN accounts ON ${isAccount(tx, tx`api_keys.account_id::text`)} WHERE api_keys.hash = ${key} AND api_keys.revoked_at IS NULL`;
}

function readKnown(tx: Transaction, search: Search, identifier: string) {
  return tx<KnownLine[]>`
    SELECT holds.line, holds.state, concat_ws('.', holds.id, holds.token) AS hold_id, holds.bill_hash <> ${search.billHash} AS differs,
      CASE holds.state WHEN 'held' THEN holds.expires_at < now()
        ELSE answers.body IS NULL OR holds.closed_at <= now() - make_interval(secs => ${RETENTION_SECONDS})
      END AS stale, answers.body, answers.verdict
    FROM holds LEFT JOIN answers ON answers.hold_id = holds.id
    WHERE holds.account_id = (SELECT account_id FROM api_keys WHERE hash = ${search.key} AND revoked_at IS NULL)
      AND holds.idempotency_key = ${identifier} AND holds.state IN ('held', 'posted')`;
}

function readUnfinished(tx: Transaction, search: Search) {
  const hashes = search.requests.map((request, line) => ({ line, hash: Buffer.from(sha256(request)).toString('hex') }));
  return tx<StoredLine[]>`
    SELECT asked.line, stored.hold_id, stored.body, stored.verdict
    FROM json_to_recordset(${JSON.stringify(hashes)}::text::json) AS asked (line int, hash text)
    CROSS JOIN LATERAL (
      SELECT concat_ws('.', holds.id, holds.token) AS hold_id, answers.body, answers.verdict
      FROM holds JOIN answers ON answers.hold_id = holds.id
      WHERE holds.account_id = (SELECT account_id FROM api_keys WHERE hash = ${search.key} AND revoked_at IS NULL)
        AND holds.request_hash = decode(asked.hash, 'hex')
        AND holds.state = 'posted' AND holds.finished_at IS NULL AND answers.body IS NOT NULL
        AND holds.closed_at + interval '0' > now() - make_interval(secs => ${REDELIVERY_SECONDS})
      ORDER BY holds.closed_at DESC, holds.id DESC LIMIT 1
    ) AS stored`;
}
