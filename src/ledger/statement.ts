import { isAccount } from './accounts/account-row.ts';
import { sha256 } from './accounts/api-key.ts';
import type { Statement } from './books.ts';
import { type PassRowOrNone, passState } from './holds/pass-state.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';

type StatementRow = { readonly spendable: bigint } & PassRowOrNone;

/** The possessions of the key, in one statement that also notes its first presentation; null for an unknown key. */
export async function statement(sql: Sql, apiKey: string): Promise<Statement | null> {
  const key = sha256(apiKey);
  const rows = await unlessDown(sql<StatementRow[]>`
    WITH presented AS (
      UPDATE api_keys SET presented_at = now() WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL
    )
    SELECT accounts.balance - accounts.held AS spendable,
      passes.tier, passes.starts_at, passes.expires_at, passes.included, passes.used, passes.starts_at <= now() AS running
    FROM api_keys JOIN accounts ON ${isAccount(sql, sql`api_keys.account_id::text`)}
    LEFT JOIN passes ON passes.account_id = accounts.id AND passes.expires_at > now()
    WHERE api_keys.hash = ${key} AND api_keys.revoked_at IS NULL
    ORDER BY passes.starts_at`);
  const [first] = rows;
  if (!first) return null;
  return {
    balanceAtomic: first.spendable,
    passes: rows.flatMap((row) => (row.tier === null ? [] : [passState(row)])),
  };
}
