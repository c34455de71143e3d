import type { AuditResult } from '../books.ts';
import type { SoldPass } from '../claims-model.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { once, type Transaction } from '../postgres/transaction.ts';
import { balances } from './balances.ts';
import type { Checkpoint } from './checkpoint.ts';
import { movements, refunds } from './movements.ts';
import { answers, calls, passes, signatures } from './records.ts';

/** It reads every posting there is, which takes longer with every year of books. */
const AUDIT_MS_MAX = 600_000;

/**
 * Compares the books with themselves in the snapshot of `tx`: each account with its postings, holds and keys, each movement with the
 * record of what caused it, each charge with its answer and what that is about, each pass with its claim and the calls that draw on it, each
 * refund with what it gives back. What passes were ever sold as is compared where it is told. From a checkpoint on only what is newer is
 * read: all balances and passes against its sums, and what was entered, opened or closed since. Without one everything is read.
 */
export async function compared(
  tx: Transaction,
  sold: readonly SoldPass[],
  checkpoint: Checkpoint | null = null,
): Promise<AuditResult> {
  return {
    ...(await balances(tx, checkpoint)),
    ...(await movements(tx, checkpoint)),
    ...(await refunds(tx, checkpoint)),
    ...(await calls(tx, checkpoint)),
    ...(await answers(tx, checkpoint)),
    ...(await passes(tx, sold)),
    ...(await signatures(tx, checkpoint)),
  };
}

/** Audits all of the books: see `compared`. */
export async function audit(sql: Sql, sold: readonly SoldPass[] = []): Promise<AuditResult> {
  return await inSnapshot(sql, 'READ ONLY', (tx) => compared(tx, sold));
}

/** Runs `look` in one snapshot of the books, for as long as an audit may take. */
export async function inSnapshot<T>(
  sql: Sql,
  access: 'READ ONLY' | 'READ WRITE' | '',
  look: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await unlessDown(once(sql, look, `ISOLATION LEVEL REPEATABLE READ ${access}`), AUDIT_MS_MAX);
}

/** True when nothing contradicts anything. Holds whose lease has run out are none of it: they wait for the next sweep. */
export function isSound({ staleHolds: _staleHolds, sumAtomic, ...counts }: AuditResult): boolean {
  return sumAtomic === 0n && Object.values(counts).every((count) => count === 0);
}
