import { sha256 } from '../api-key.ts';
import type { ClaimRepeat, ClaimRequest, PassTerms } from '../claims-model.ts';
import { issueKey, lockAccount } from '../movement.ts';
import type { Transaction } from '../transaction.ts';

const REISSUE_HOURS = 24;

interface SeenRow {
  /** The account of the key that was shown; null for none, an unknown and a revoked one. */
  readonly key_account: bigint | null;
  readonly role: 'claim' | 'x402' | null;
  readonly same_ticket: boolean | null;
  readonly account_id: bigint | null;
  readonly amount: bigint | null;
  readonly tier: PassTerms['tier'] | null;
  readonly opened: boolean | null;
}

/** What became of a signature before; null when nothing did. Issues a key where rule 5.8 of the money rules lets it. */
export async function recall(tx: Transaction, claim: ClaimRequest): Promise<ClaimRepeat | null> {
  const keyHash = claim.apiKey === undefined ? null : sha256(claim.apiKey);
  const rows = await tx<SeenRow[]>`
    SELECT (SELECT account_id FROM api_keys WHERE hash = ${keyHash} AND revoked_at IS NULL) AS key_account,
      seen.role, claims.ticket_hash = ${claim.ticketHash} AS same_ticket,
      claims.account_id, claims.amount, claims.tier, claims.opened
    FROM (VALUES (${claim.signature}::text)) AS asked (signature)
    LEFT JOIN chain_signatures AS seen ON seen.signature = asked.signature
    LEFT JOIN claims ON claims.signature = seen.signature`;
  const seen = rows[0];
  if (keyHash !== null && (seen?.key_account ?? null) === null) return { outcome: 'key_unknown' };
  if (!seen || seen.role === null) return null;
  if (!seen.same_ticket || seen.account_id === null || seen.amount === null) return { outcome: 'taken' };
  const repeated = { outcome: 'repeated', creditedAtomic: seen.amount, tier: seen.tier } as const;
  if (keyHash !== null && seen.key_account !== seen.account_id) {
    await tx`UPDATE api_keys SET presented_at = now() WHERE hash = ${keyHash} AND presented_at IS NULL`;
    return repeated;
  }
  if (!seen.opened) return repeated;
  await lockAccount(tx, seen.account_id);
  const revoked =
    keyHash === null ? await revokeUnused(tx, claim.signature, seen.account_id) : await revokePresent(tx, keyHash);
  if (revoked) return { ...repeated, apiKey: await issueKey(tx, seen.account_id) };
  // Under the lock the key turned out to be revoked by a rotation that came first.
  return keyHash === null ? repeated : { outcome: 'key_unknown' };
}

/**
 * Revokes the key of an account that nobody has used yet: the claim is young, no key of the account was ever presented,
 * and no money came from elsewhere. An account whose key an operator revoked gets no new one.
 */
async function revokeUnused(tx: Transaction, signature: string, accountId: bigint): Promise<boolean> {
  // Who presents a key at this moment holds its row: the update would wait for him, and then judge by what it saw before.
  await tx`SELECT FROM api_keys WHERE account_id = ${accountId} ORDER BY hash FOR UPDATE`;
  const revoked = await tx`
    UPDATE api_keys SET revoked_at = now()
    WHERE account_id = ${accountId} AND revoked_at IS NULL
      AND EXISTS (
        SELECT FROM claims
        WHERE signature = ${signature} AND created_at > now() - make_interval(hours => ${REISSUE_HOURS})
      )
      AND NOT EXISTS (
        SELECT FROM api_keys AS used WHERE used.account_id = ${accountId} AND used.presented_at IS NOT NULL
      )
      AND NOT EXISTS (
        SELECT FROM postings JOIN movements ON movements.id = postings.movement_id
        WHERE postings.to_account = ${accountId} AND movements.cause <> ${`claim:${signature}`}
      )
    RETURNING hash`;
  return revoked.length > 0;
}

/** A rotation. It presents the key as well: from then on a repeat without a key issues none. */
async function revokePresent(tx: Transaction, keyHash: Uint8Array): Promise<boolean> {
  const revoked = await tx`
    UPDATE api_keys SET revoked_at = now(), presented_at = COALESCE(presented_at, now())
    WHERE hash = ${keyHash} AND revoked_at IS NULL RETURNING hash`;
  return revoked.length > 0;
}
