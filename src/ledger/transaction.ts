import type postgres from 'postgres';
import { isUnreachable, unlessDown } from './outage.ts';
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
    return await once(sql, work);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (left <= 1 || !OVERTAKEN.has(code)) throw error;
    return await attempt(sql, work, left - 1);
  }
}

/**
 * Runs `work` as one transaction, once.
 *
 * When the connection is lost under it, the driver (postgres.js 3.4.9) would roll back by writing to a socket that is gone,
 * from where no error reaches anybody: it ends the process. So `work` is then left unsettled, which keeps the driver from
 * going on, and what rejects is its notice that the connection is closed.
 */
export async function once<T>(sql: Sql, work: (tx: Transaction) => Promise<T>, mode = ''): Promise<T> {
  const done = await sql.begin(mode, async (tx) => ({ value: await work(tx).catch(unlessLost) }));
  return done.value;
}

async function unlessLost(error: unknown): Promise<never> {
  if (isUnreachable(error)) return await new Promise<never>(() => undefined);
  throw error;
}
