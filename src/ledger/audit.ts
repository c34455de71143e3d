import { balances } from './audit/balances.ts';
import { movements, refunds } from './audit/movements.ts';
import { calls, passes, signatures } from './audit/records.ts';
import type { SoldPass } from './claims-model.ts';
import type { AuditResult } from './model.ts';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';
import { once, type Transaction } from './transaction.ts';

/** It reads every posting there is, which takes longer with every year of books. */
const AUDIT_MS_MAX = 600_000;

/**
 * Compares the books with themselves in one snapshot: each account with its postings, holds and keys, each movement with the
 * record of what caused it, each charge with its answer, each pass with its claim and the calls that draw on it, each
 * refund with what it gives back. What passes were ever sold as is compared where it is told.
 */
export async function audit(sql: Sql, sold: readonly SoldPass[] = []): Promise<AuditResult> {
  const compare = async (tx: Transaction) => ({
    ...(await balances(tx)),
    ...(await movements(tx)),
    ...(await refunds(tx)),
    ...(await calls(tx)),
    ...(await passes(tx, sold)),
    ...(await signatures(tx)),
  });
  return await unlessDown(once(sql, compare, 'ISOLATION LEVEL REPEATABLE READ READ ONLY'), AUDIT_MS_MAX);
}

/** True when nothing contradicts anything. Holds whose lease has run out are none of it: they wait for the next sweep. */
export function isSound({ staleHolds: _staleHolds, sumAtomic, ...counts }: AuditResult): boolean {
  return sumAtomic === 0n && Object.values(counts).every((count) => count === 0);
}
