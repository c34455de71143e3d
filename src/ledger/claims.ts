import { newApiKey, sha256 } from './accounts/api-key.ts';
import { chainAccount, lockAccount, move, openAccount, revenueAccount, spendable } from './accounts/movement.ts';
import type { PassState, PassTerms } from './books.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Database, Sql } from './postgres/sql.ts';
import { type SqlTransaction, transact } from './postgres/transaction.ts';

/** The claim for a look-up of earlier credits. */
interface ClaimRequest {
  readonly signature: string;
  readonly ticketHash: Uint8Array;
  readonly apiKey?: string;
}

/** A pass as it was sold at some time; `priceAtomic` in atomic USDC. */
export interface SoldPass extends PassTerms {
  readonly priceAtomic: bigint;
}

/** A transfer that is verified on chain and not credited yet. `ticketHash` is the SHA-256 of the ticket's id. */
export interface CreditRequest {
  readonly signature: string;
  readonly ticketHash: Uint8Array;
  readonly amountAtomic: bigint;
  readonly pass: PassTerms | null;
  /** The key to credit; without one a new account is created. */
  readonly apiKey?: string;
}

/**
 * An earlier claim of the signature. `repeated` has a fresh key only where rule 5.8 of the money rules allows it; the fresh key
 * replaces the earlier one. A key that the claim names is never revoked by it.
 */
export type ClaimRepeat =
  | {
      readonly outcome: 'repeated';
      readonly creditedAtomic: bigint;
      readonly tier: PassTerms['tier'] | null;
      readonly apiKey?: string;
    }
  /** The signature was credited under another ticket, or used for a payment per call. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'key_unknown' };

export type CreditResult =
  | {
      readonly outcome: 'credited';
      /** Present when the claim created an account; shown once. */
      readonly apiKey?: string;
      /** The spendable balance of the account. */
      readonly balanceAtomic: bigint;
      /** The period that was bought. */
      readonly pass?: PassState;
    }
  | ClaimRepeat;

/** The claims of the ledger: transfers by ticket, each signature credited once. */
export interface ClaimBook {
  /** The earlier result of the signature; null for a new one. An unknown key gives `key_unknown` first. May issue a key for a repeat. */
  recall(claim: ClaimRequest): Promise<ClaimRepeat | null>;
  /**
   * Credits a verified transfer in one transaction: the signature, the claim, the account with its key if new, the movement, and
   * the pass. For a known signature it changes nothing and answers like `recall`.
   */
  credit(request: CreditRequest): Promise<CreditResult>;
}

const REISSUE_HOURS = 24;

/** How often the key of a claim is issued again. A client that loses more responses needs a person. */
const REISSUES_MAX = 5;

/** Claims in a database. Every method throws the fault not_ready while the database cannot be reached. */
export function openClaimBook({ sql }: Pick<Database, 'sql'>): ClaimBook {
  return {
    recall: (claim) => recall(sql, claim),
    credit: (request) => credit(sql, request),
  };
}

/** The credited account: the account of a given key, or a new one with a new key. */
interface Payee {
  readonly accountId: bigint;
  readonly apiKey?: string;
}

/** Credits a verified transfer once; `recall` answers for a known signature. */
async function credit(sql: Sql, request: CreditRequest): Promise<CreditResult> {
  const credited = await transact(sql, (tx) => creditOnce(tx, request));
  if (credited) return credited;
  const repeat = await recall(sql, request);
  if (!repeat) throw new Error(`the signature ${request.signature} was there and is gone`);
  return repeat;
}

/** Null for a known signature: nothing was changed. */
async function creditOnce(tx: SqlTransaction, request: CreditRequest): Promise<CreditResult | null> {
  const { signature, amountAtomic, pass } = request;
  const known = request.apiKey === undefined ? null : await presentKey(tx, request.apiKey);
  if (known === null && request.apiKey !== undefined) return { outcome: 'key_unknown' };
  // Waits for a concurrent transaction with the same signature.
  const entered = await tx`
    INSERT INTO chain_signatures (signature, role) VALUES (${signature}, 'claim')
    ON CONFLICT DO NOTHING RETURNING signature`;
  if (entered.length === 0) return null;
  const payee: Payee = known === null ? await openPayee(tx) : { accountId: known };
  await tx`
    INSERT INTO claims (signature, ticket_hash, account_id, amount, tier, opened)
    VALUES (${signature}, ${request.ticketHash}, ${payee.accountId}, ${amountAtomic}, ${pass?.tier ?? null},
      ${known === null})`;
  const customer = payee.accountId;
  await move(tx, {
    kind: 'topup',
    cause: `claim:${signature}`,
    from: chainAccount(signature),
    to: customer,
    amountAtomic,
  });
  const bought = pass && (await buyPass(tx, customer, request, pass));
  return {
    outcome: 'credited',
    ...(payee.apiKey !== undefined && { apiKey: payee.apiKey }),
    balanceAtomic: await spendable(tx, customer),
    ...(bought && { pass: bought }),
  };
}

async function openPayee(tx: SqlTransaction): Promise<Payee> {
  const apiKey = newApiKey();
  return { accountId: await openAccount(tx, sha256(apiKey)), apiKey };
}

/**
 * Locks the account of a key and records the use of the key; null for an unknown or revoked one. The key is checked again under the
 * lock, because a repeat of a claim may have revoked it meanwhile.
 */
async function presentKey(tx: SqlTransaction, apiKey: string): Promise<bigint | null> {
  const hash = sha256(apiKey);
  const found = await tx<{ id: bigint }[]>`
    SELECT account_id AS id FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`;
  if (!found[0]) return null;
  await lockAccount(tx, found[0].id);
  const presented = await tx<{ id: bigint }[]>`
    UPDATE api_keys SET presented_at = COALESCE(presented_at, now())
    WHERE hash = ${hash} AND revoked_at IS NULL RETURNING account_id AS id`;
  return presented[0]?.id ?? null;
}

interface PeriodRow {
  readonly starts_at: Date;
  readonly expires_at: Date;
  readonly active: boolean;
}

/** Appends a period to the account's queue and pays for it with the new credit. */
async function buyPass(
  tx: SqlTransaction,
  customer: bigint,
  { signature, amountAtomic }: CreditRequest,
  { tier, days, calls }: PassTerms,
): Promise<PassState> {
  const cause = `pass:${signature}`;
  await move(tx, { kind: 'pass', cause, from: customer, to: revenueAccount(signature), amountAtomic });
  const rows = await tx<PeriodRow[]>`
    WITH queue AS (
      SELECT GREATEST(now(), max(expires_at)) AS ends_at FROM passes WHERE account_id = ${customer}
    )
    INSERT INTO passes (account_id, tier, starts_at, expires_at, included, signature)
    SELECT ${customer}, ${tier}, ends_at, ends_at + make_interval(hours => ${days * 24}::int), ${calls}, ${signature}
    FROM queue RETURNING starts_at, expires_at, starts_at <= now() AS active`;
  const row = rows[0];
  if (!row) throw new Error('the new pass returned no row');
  return {
    tier,
    state: row.active ? 'active' : 'queued',
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    callsIncluded: calls,
    callsLeft: calls,
  };
}

interface SeenRow {
  /** The account of the given key; null for no key, an unknown and a revoked one. */
  readonly key_account: bigint | null;
  readonly role: 'claim' | 'x402' | null;
  readonly same_ticket: boolean | null;
  readonly account_id: bigint | null;
  readonly amount: bigint | null;
  readonly tier: PassTerms['tier'] | null;
  /** Whether the claim made the account and its key may be issued again, as read without a lock. */
  readonly may_reissue: boolean | null;
}

/**
 * The earlier result of a signature; null for a new one. Issues a key where rule 5.8 of the money rules allows it. A given key
 * counts as used and stays valid. Otherwise one statement without locks.
 */
async function recall(sql: Sql, claim: ClaimRequest): Promise<ClaimRepeat | null> {
  const keyHash = claim.apiKey === undefined ? null : sha256(claim.apiKey);
  const rows = await unlessDown(sql<SeenRow[]>`
    WITH presented AS (
      UPDATE api_keys SET presented_at = now() WHERE hash = ${keyHash} AND revoked_at IS NULL AND presented_at IS NULL
    )
    SELECT (SELECT account_id FROM api_keys WHERE hash = ${keyHash} AND revoked_at IS NULL) AS key_account,
      seen.role, claims.ticket_hash = ${claim.ticketHash} AS same_ticket, claims.account_id, claims.amount, claims.tier,
      claims.opened AND claims.reissues < ${REISSUES_MAX}::int
        AND claims.created_at > now() - make_interval(hours => ${REISSUE_HOURS}) AS may_reissue
    FROM (VALUES (${claim.signature}::text)) AS asked (signature)
    LEFT JOIN chain_signatures AS seen ON seen.signature = asked.signature
    LEFT JOIN claims ON claims.signature = seen.signature`);
  const seen = rows[0];
  if (keyHash !== null && (seen?.key_account ?? null) === null) return { outcome: 'key_unknown' };
  if (!seen || seen.role === null) return null;
  if (!seen.same_ticket || seen.account_id === null || seen.amount === null) return { outcome: 'taken' };
  const repeated = { outcome: 'repeated', creditedAtomic: seen.amount, tier: seen.tier } as const;
  if (keyHash !== null || !seen.may_reissue) return repeated;
  const apiKey = await reissue(sql, claim.signature, seen.account_id);
  return apiKey === null ? repeated : { ...repeated, apiKey };
}

/**
 * Replaces an unused key: the claim is young, no key of the account was ever used, and no other money came in. An account whose key an
 * operator revoked gets none. The row is replaced, so that repeats add none. A concurrent use of the key locks its row: the update waits
 * for it, and then finds the key used.
 */
async function reissue(sql: Sql, signature: string, accountId: bigint): Promise<string | null> {
  const apiKey = newApiKey();
  return await transact(sql, async (tx) => {
    await lockAccount(tx, accountId);
    const replaced = await tx`
      WITH replaced AS (
        UPDATE api_keys SET hash = ${sha256(apiKey)}, created_at = now()
        WHERE account_id = ${accountId} AND revoked_at IS NULL AND presented_at IS NULL
          AND EXISTS (
            SELECT FROM claims
            WHERE signature = ${signature} AND reissues < ${REISSUES_MAX}::int
              AND created_at > now() - make_interval(hours => ${REISSUE_HOURS})
          )
          AND NOT EXISTS (
            SELECT FROM api_keys AS used WHERE used.account_id = ${accountId} AND used.presented_at IS NOT NULL
          )
          AND NOT EXISTS (
            SELECT FROM postings JOIN movements ON movements.id = postings.movement_id
            WHERE postings.to_account = ${accountId} AND movements.cause <> ${`claim:${signature}`}
          )
        RETURNING hash
      )
      UPDATE claims SET reissues = reissues + 1 WHERE signature = ${signature} AND EXISTS (SELECT FROM replaced)
      RETURNING reissues`;
    return replaced.length > 0 ? apiKey : null;
  });
}
