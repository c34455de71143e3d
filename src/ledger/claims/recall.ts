import { newApiKey, sha256 } from '../accounts/api-key.ts';
import { lockAccount } from '../accounts/movement.ts';
import type { ClaimRepeat, ClaimRequest, PassTerms } from '../claims-model.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { transact } from '../postgres/transaction.ts';

const REISSUE_HOURS = 24;
/** How often the key of a claim is issued again: a client that loses so many responses needs a person. */
const REISSUES_MAX = 5;

interface SeenRow {
  /** The account of the key that was named; null for none, an unknown and a revoked one. */
  readonly key_account: bigint | null;
  readonly role: 'claim' | 'x402' | null;
  readonly same_ticket: boolean | null;
  readonly account_id: bigint | null;
  readonly amount: bigint | null;
  readonly tier: PassTerms['tier'] | null;
  /** Whether the claim made the account and its key may be issued again, as far as can be told without a lock. */
  readonly may_reissue: boolean | null;
}

/**
 * What became of a signature before; null when nothing did. Issues a key where rule 5.8 of the money rules lets it. A key that
 * the claim names counts as presented and stays good. All else is one statement that locks nothing.
 */
export async function recall(sql: Sql, claim: ClaimRequest): Promise<ClaimRepeat | null> {
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
 * Puts a new key in the place of one that nobody has used yet: the claim is young, no key of the account was ever presented, and
 * no money came from elsewhere. An account whose key an operator revoked gets none. The row is replaced, so that repeats add
 * none. Who presents the key at this moment holds its row: the update waits for him, and then finds that the key was presented.
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
