import { createHash } from 'node:crypto';
import type { SqlTransaction } from '../postgres/transaction.ts';
import { advancedEpoch, isAccount } from './account-row.ts';
import { newApiKey, sha256 } from './api-key.ts';

/** One side of a movement: the id of an account, or the name of a system account. */
type Side = bigint | string;

/** Money that moves for one cause. `amountAtomic` is more than nothing. */
export interface Movement {
  readonly kind: 'topup' | 'pass' | 'x402' | 'change' | 'refund';
  readonly cause: string;
  readonly from: Side;
  readonly to: Side;
  readonly amountAtomic: bigint;
}

/** The number of accounts over which revenue and transfers from the chain are spread, so that few movements wait for each other. */
export const SYSTEM_ACCOUNT_SHARDS = 16;

/** The account through which the money of an on-chain transaction enters. */
export function chainAccount(signature: string): string {
  return `chain:${shard(signature)}`;
}

/** The account in which what a transaction paid for is earned. */
export function revenueAccount(signature: string): string {
  return `revenue:${shard(signature)}`;
}

function shard(signature: string): number {
  return createHash('sha256').update(signature).digest().readUInt8() % SYSTEM_ACCOUNT_SHARDS;
}

/**
 * Posts a movement and changes the balances of both sides, the giving one first. A customer's account on the taking side
 * must be locked by the transaction already or be new in it. A cause that has moved money before fails.
 */
export async function move(tx: SqlTransaction, movement: Movement): Promise<void> {
  const { kind, cause, amountAtomic } = movement;
  const rows = await tx`
    WITH given AS (
      UPDATE accounts SET balance = balance - ${amountAtomic}, ${advancedEpoch(tx)} WHERE ${is(tx, movement.from)} RETURNING id
    ), taken AS (
      UPDATE accounts SET balance = accounts.balance + ${amountAtomic}, ${advancedEpoch(tx)} FROM given
      WHERE ${is(tx, movement.to)} RETURNING accounts.id, given.id AS giver
    ), moved AS (
      INSERT INTO movements (kind, cause) SELECT ${kind}, ${cause} FROM taken RETURNING id
    )
    INSERT INTO postings (movement_id, from_account, to_account, amount)
    SELECT moved.id, taken.giver, taken.id, ${amountAtomic} FROM moved, taken
    RETURNING movement_id`;
  if (rows.length !== 1) throw new Error(`the movement ${cause} lacks an account`);
}

function is(tx: SqlTransaction, side: Side) {
  return typeof side === 'bigint' ? tx`accounts.id = ${side}` : isAccount(tx, tx`${side}::text`);
}

/** Makes an empty customer's account whose key has this hash; returns its id. */
export async function openAccount(tx: SqlTransaction, keyHash: Uint8Array): Promise<bigint> {
  const rows = await tx<{ id: bigint }[]>`
    WITH opened AS (
      INSERT INTO accounts (kind) VALUES ('customer') RETURNING id
    )
    INSERT INTO api_keys (hash, account_id) SELECT ${keyHash}, id FROM opened RETURNING account_id AS id`;
  const row = rows[0];
  if (!row) throw new Error('the new account returned no row');
  return row.id;
}

/** Locks an account until the transaction ends. Rows that refer to it can be written meanwhile. */
export async function lockAccount(tx: SqlTransaction, accountId: bigint): Promise<void> {
  await tx`SELECT FROM accounts WHERE ${isAccount(tx, tx`${String(accountId)}::text`)} FOR NO KEY UPDATE`;
}

/** Makes a new key for an account; returns it in clear, the only time that it is. */
export async function issueKey(tx: SqlTransaction, accountId: bigint): Promise<string> {
  const apiKey = newApiKey();
  await tx`INSERT INTO api_keys (hash, account_id) VALUES (${sha256(apiKey)}, ${accountId})`;
  return apiKey;
}

/** Deletes the movements that `moved` names by id and kind, with their postings, and adds them to the sums in the table `carried`. */
export function foldMovements(tx: SqlTransaction, moved: ReturnType<SqlTransaction>): ReturnType<SqlTransaction> {
  return tx`moved AS MATERIALIZED (
      SELECT id, kind FROM (${moved}) AS moved WHERE id IS NOT NULL
    ), unposted AS (
      DELETE FROM postings USING moved WHERE postings.movement_id = moved.id
      RETURNING kind, from_account, to_account, amount
    ), unmoved AS (
      DELETE FROM movements USING moved WHERE movements.id = moved.id
    ), kept AS (
      INSERT INTO carried (from_account, to_account, kind, amount, movements)
      SELECT from_account, to_account, kind, sum(amount)::bigint, count(*) FROM unposted GROUP BY from_account, to_account, kind
      ON CONFLICT (from_account, to_account, kind) DO UPDATE
      SET amount = carried.amount + EXCLUDED.amount, movements = carried.movements + EXCLUDED.movements
    )`;
}

/** The spendable amount of an account. */
export async function spendable(tx: SqlTransaction, accountId: bigint): Promise<bigint> {
  const rows = await tx<{ left: bigint }[]>`SELECT balance - held AS left FROM accounts WHERE id = ${accountId}`;
  return rows[0]?.left ?? 0n;
}
