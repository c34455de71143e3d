import type postgres from 'postgres';
import { codeOf, isUnreachable, unlessDown } from './outage.ts';
import type { Sql } from './sql.ts';

/** The statements of one transaction. */
export type SqlTransaction = postgres.TransactionSql<{ bigint: bigint }>;

export const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 5;

/**
 * Runs `work` as one transaction; whatever it throws takes everything back. It runs again when another transaction got
 * in its way, so it must do nothing but talk to the database.
 *
 * Rows are locked in one order everywhere, so that no two transactions wait for each other: payer, payment, customer's
 * account, its keys, signature, chain account, revenue account.
 */
export async function transact<T>(sql: Sql, work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  return await unlessDown(retried(() => onceCommitted(sql, work), isOvertaken));
}

/** Sends one statement, and again where PostgreSQL ended it because of a deadlock, so that it wrote nothing. */
export async function unlessDeadlocked<T>(send: () => Promise<T>): Promise<T> {
  return await retried(send, isDeadlock);
}

async function retried<T>(
  run: () => Promise<T>,
  mayRunAgain: (error: unknown) => boolean,
  left = ATTEMPTS_MAX,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (left <= 1 || !mayRunAgain(error)) throw error;
    return await retried(run, mayRunAgain, left - 1);
  }
}

/**
 * Repeats `work` until it changes fewer than `rowsMax` rows, at most `portionsMax` times. `work` returns how many rows it changed; this
 * returns how many all portions changed together.
 */
export async function inPortions(
  rowsMax: number,
  work: () => Promise<number>,
  portionsMax = Number.POSITIVE_INFINITY,
): Promise<number> {
  let changed = 0;
  for (let portion = 1; ; portion += 1) {
    const count = await work();
    changed += count;
    if (count < rowsMax || portion >= portionsMax) return changed;
  }
}

/** True when another transaction was first: a new look sees what it did. */
function isOvertaken(error: unknown): boolean {
  return isDeadlock(error) || codeOf(error) === UNIQUE_VIOLATION;
}

/** True when PostgreSQL ended a transaction because it and another one waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK;
}

/**
 * Runs `work` as one transaction, once. Rejects as soon as its connection is gone.
 *
 * The driver (postgres.js 3.4.9) does not notice that: it would end the transaction all the same, by writing to a socket that
 * is gone, which ends the process, or to the connection that was opened in its place, which ends the transaction of somebody
 * else. So from then on `work` is left unsettled, which keeps the driver from going on, and none of its statements is sent. `work` lets
 * failures of its statements pass: one that sends another in the same turn is not held back.
 */
export async function onceCommitted<T>(sql: Sql, work: (tx: SqlTransaction) => Promise<T>, mode = ''): Promise<T> {
  const connection = { isGone: false };
  const begun = sql.begin(mode, async (tx) => {
    try {
      const value = await work(whileThere(tx, connection));
      if (!connection.isGone) return { value };
    } catch (error) {
      // A statement hears of the loss before the transaction does.
      if (!connection.isGone && !isUnreachable(error)) throw error;
    }
    return await new Promise<never>(() => undefined);
  });
  begun.catch(() => {
    connection.isGone = true;
  });
  return (await begun).value;
}

/** The transaction's statements, which fail once its connection is gone. */
function whileThere(tx: SqlTransaction, connection: { readonly isGone: boolean }): SqlTransaction {
  return new Proxy(tx, {
    apply(statement, self, parts) {
      if (connection.isGone) throw new Error('The connection of this transaction is gone.');
      return Reflect.apply(statement, self, parts);
    },
  });
}
