import type { Sql } from '../postgres/sql.ts';
import { type SqlTransaction, transact } from '../postgres/transaction.ts';
import { sha256 } from './api-key.ts';
import { issueKey, lockAccount } from './movement.ts';

/** Whose keys: the one that is named, or all of an account. */
export type Revocation = { readonly apiKey: string } | { readonly accountId: bigint };

/** The revoked keys. The account and its possessions stay. */
export interface Revoked {
  readonly accountId: bigint;
  /** How many keys; none where they had been revoked before. */
  readonly keys: number;
  /** The new key of the account, where one was asked for; shown once. */
  readonly apiKey?: string;
}

/**
 * Revokes by an operator's decision; null for an unknown key or account. A revoked key counts as presented, so that no repeat of a claim
 * issues another. A named key gets a new key only if this call revoked it: the holder of a key revoked before gets none.
 */
export async function revoke(sql: Sql, whose: Revocation, rotate: boolean): Promise<Revoked | null> {
  return await transact(sql, async (tx) => {
    const accountId = await accountOf(tx, whose);
    if (accountId === null) return null;
    await lockAccount(tx, accountId);
    const one = 'apiKey' in whose ? sha256(whose.apiKey) : null;
    const revoked = await tx`
      UPDATE api_keys SET revoked_at = now(), presented_at = COALESCE(presented_at, now())
      WHERE account_id = ${accountId} AND revoked_at IS NULL AND (${one}::bytea IS NULL OR hash = ${one})
      RETURNING hash`;
    const renewed = rotate && (revoked.length > 0 || one === null);
    return {
      accountId,
      keys: revoked.length,
      ...(renewed && { apiKey: await issueKey(tx, accountId) }),
    };
  });
}

async function accountOf(tx: SqlTransaction, whose: Revocation): Promise<bigint | null> {
  const rows =
    'apiKey' in whose
      ? await tx<{ id: bigint }[]>`SELECT account_id AS id FROM api_keys WHERE hash = ${sha256(whose.apiKey)}`
      : await tx<{ id: bigint }[]>`SELECT id FROM accounts WHERE id = ${whose.accountId} AND kind = 'customer'`;
  return rows[0]?.id ?? null;
}
