import { randomUUID } from 'node:crypto';
import { Fault } from '#lib/fault.ts';
import type { GrantResult } from '../books.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { isAccount } from './account-row.ts';
import { newApiKey, sha256 } from './api-key.ts';

/** Credits the account of `apiKey`, or a new account with a new key. The cause of the movement is unique to the call. */
export async function grant(sql: Sql, amountAtomic: bigint, apiKey?: string): Promise<GrantResult> {
  if (amountAtomic <= 0n) throw new RangeError(`a grant credits more than nothing, not ${amountAtomic}`);
  const cause = `grant:${randomUUID()}`;
  if (apiKey === undefined) return await openAccount(sql, amountAtomic, cause);
  const rows = await unlessDown(sql<{ spendable: bigint }[]>`
    WITH credited AS (
      UPDATE accounts SET balance = balance + ${amountAtomic}
      WHERE ${isAccount(sql, sql`(SELECT account_id::text FROM api_keys WHERE hash = ${sha256(apiKey)} AND revoked_at IS NULL)`)}
      RETURNING id, balance - held AS spendable
    ), issued AS (
      UPDATE accounts SET balance = accounts.balance - ${amountAtomic}
      FROM credited WHERE ${isAccount(sql, sql`'issuance'`)} RETURNING accounts.id
    ), moved AS (
      INSERT INTO movements (kind, cause) SELECT 'grant', ${cause} FROM credited RETURNING id
    ), entered AS (
      INSERT INTO postings (movement_id, from_account, to_account, amount)
      SELECT moved.id, issued.id, credited.id, ${amountAtomic} FROM moved, issued, credited
    )
    SELECT spendable FROM credited`);
  const row = rows[0];
  if (!row) throw new Fault('api_key_unknown');
  return { balanceAtomic: row.spendable };
}

async function openAccount(sql: Sql, amountAtomic: bigint, cause: string): Promise<GrantResult> {
  const apiKey = newApiKey();
  await unlessDown(sql`
    WITH opened AS (
      INSERT INTO accounts (kind, balance) VALUES ('customer', ${amountAtomic}) RETURNING id
    ), keyed AS (
      INSERT INTO api_keys (hash, account_id) SELECT ${sha256(apiKey)}, id FROM opened
    ), issued AS (
      UPDATE accounts SET balance = balance - ${amountAtomic} WHERE ${isAccount(sql, sql`'issuance'`)} RETURNING id
    ), moved AS (
      INSERT INTO movements (kind, cause) VALUES ('grant', ${cause}) RETURNING id
    )
    INSERT INTO postings (movement_id, from_account, to_account, amount)
    SELECT moved.id, issued.id, opened.id, ${amountAtomic} FROM moved, issued, opened`);
  return { apiKey, balanceAtomic: amountAtomic };
}
