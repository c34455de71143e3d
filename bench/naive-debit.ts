import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Sql } from '#ledger/postgres/sql.ts';

/** What is bought, by whom. */
export interface Purchase {
  readonly apiKey: string;
  readonly subject: string;
  readonly request: string;
  readonly priceAtomic: bigint;
}

/**
 * A debit as one would write it first, over the same tables: the money is held by one statement and charged by another,
 * which stores the answer, each for one call and with a commit of its own. No passes, no repeats, no limits.
 */
export async function naiveDebit(sql: Sql, purchase: Purchase, body: string, verdict: string): Promise<void> {
  const { apiKey, subject, request, priceAtomic } = purchase;
  const [held] = await sql<{ id: bigint }[]>`
    WITH reserved AS (
      UPDATE accounts SET held = held + ${priceAtomic}
      WHERE id = (SELECT account_id FROM api_keys WHERE hash = ${sha256(apiKey)} AND revoked_at IS NULL)
        AND balance - held >= ${priceAtomic} RETURNING id
    )
    INSERT INTO holds (account_id, amount, kind, subject, request_hash, expires_at)
    SELECT id, ${priceAtomic}, 'funder', ${subject}, ${sha256(request)}, now() + interval '60 seconds' FROM reserved
    RETURNING id`;
  if (!held) throw new Error('the key does not cover the call');
  const charged = await sql`
    WITH closed AS (
      UPDATE holds SET state = 'posted', closed_at = now(), answer_id = id
      WHERE id = ${held.id} AND state = 'held' RETURNING id, account_id, amount
    ), stored AS (
      INSERT INTO answers (hold_id, body, verdict) SELECT id, ${body}, ${verdict} FROM closed
    ), paid AS (
      UPDATE accounts SET balance = balance - amount, held = held - amount FROM closed WHERE accounts.id = account_id
    ), earned AS (
      UPDATE accounts SET balance = balance + amount FROM closed
      WHERE accounts.name = 'revenue:' || closed.id % 16 RETURNING accounts.id
    ), moved AS (
      INSERT INTO movements (kind, cause) SELECT 'charge', 'hold:' || id FROM closed RETURNING id
    )
    INSERT INTO postings (movement_id, from_account, to_account, amount)
    SELECT moved.id, closed.account_id, earned.id, closed.amount FROM moved, closed, earned RETURNING movement_id`;
  if (charged.length === 0) throw new Error('the hold was closed by another');
}
