import type postgres from 'postgres';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';

/** The statements of one transaction. */
export type Transaction = postgres.TransactionSql<{ bigint: bigint }>;

/** SQLSTATE of a unique violation and of a deadlock: another transaction was first, and a new look sees what it did. */
const OVERTAKEN = new Set(['23505', '40P01']);
const ATTEMPTS_MAX = 5;

/**
 * Runs `work` as one transaction; whatever it throws takes everything back. It runs again when another transaction got
 * in its way, so it must do nothing but talk to the database.
 *
 * Rows are locked in one order everywhere, so that no two transactions wait for each other: payer, payment, customer's
 * account, its keys, signature, chain account, revenue account.
 */
export async function transact<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return await unlessDown(attempt(sql, work, ATTEMPTS_MAX));
}

async function attempt<T>(sql: Sql, work: (tx: Transaction) => Promise<T>, left: number): Promise<T> {
  try {
    const done = await sql.begin(async (tx) => ({ value: await work(tx) }));
    return done.value;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (left <= 1 || !OVERTAKEN.has(code)) throw error;
    return await attempt(sql, work, left - 1);
  }
}
