import type { Transaction } from './postgres/transaction.ts';

/** Deletes the movements that `moved` names by id and kind, with their postings, and adds these to what is carried. */
export function carry(tx: Transaction, moved: ReturnType<Transaction>): ReturnType<Transaction> {
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
