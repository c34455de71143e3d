import { audit, compared, inSnapshot, isSound } from './audit.ts';
import type { SoldPass } from './claims-model.ts';
import type { AuditResult } from './model.ts';
import { unlessDown } from './outage.ts';
import type { Sql } from './postgres/database.ts';
import type { Transaction } from './transaction.ts';

/** Advisory lock of whoever audits by the clock: one replica's look at the books is enough for all. */
const AUDIT_LOCK = 4_217_402_003;
/** SQLSTATE of a write to a row that another transaction has changed since the snapshot. */
const SERIALIZATION_FAILURE = '40001';

/** An audit that was made, and how long it took. */
export interface MadeAudit {
  readonly sound: boolean;
  readonly findings: AuditResult;
  readonly tookMs: number;
}

/** Audits the books. `sold`: every pass that was ever on offer. */
export async function makeAudit(sql: Sql, sold: readonly SoldPass[]): Promise<MadeAudit> {
  const startedMs = performance.now();
  return made(await audit(sql, sold), startedMs);
}

function made(findings: AuditResult, startedMs: number): MadeAudit {
  return { sound: isSound(findings), findings, tookMs: Math.round(performance.now() - startedMs) };
}

/** Keeps an audit for every replica to tell. */
export async function recordAudit(sql: Sql, audited: MadeAudit): Promise<void> {
  await unlessDown(record(sql, audited));
}

async function record(sql: Sql | Transaction, { sound, findings, tookMs }: MadeAudit): Promise<void> {
  await sql`
    INSERT INTO book_audits (id, at, took_ms, sound, findings)
    VALUES (1, now(), ${BigInt(tookMs)}, ${sound}, ${findingsText(findings)})
    ON CONFLICT (id) DO UPDATE
    SET at = EXCLUDED.at, took_ms = EXCLUDED.took_ms, sound = EXCLUDED.sound, findings = EXCLUDED.findings`;
}

/**
 * Audits the books and keeps what was found, for replicas that all do it by the clock: null when one compares, or when the
 * newest audit is younger than `minutesMin`. Who holds the lock is who compares, on one connection: PostgreSQL ends a transaction that
 * stands still. A replica whose snapshot is older than the newest audit may get the lock too; PostgreSQL refuses what it writes.
 */
export async function auditIfDue(
  sql: Sql,
  minutesMin: number,
  sold: readonly SoldPass[] = [],
): Promise<MadeAudit | null> {
  const startedMs = performance.now();
  return await inSnapshot(sql, 'READ WRITE', async (tx) => {
    const rows = await tx<{ due: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${AUDIT_LOCK}::bigint) AND NOT EXISTS (
        SELECT FROM book_audits WHERE at > now() - make_interval(mins => ${minutesMin}::int)
      ) AS due`;
    if (rows[0]?.due !== true) return null;
    const audited = made(await compared(tx, sold), startedMs);
    await record(tx, audited);
    return audited;
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === SERIALIZATION_FAILURE) return null;
    throw error;
  });
}

/** The counts by their names as operators read them, such as `unbalanced_accounts`. */
export function findingsText(findings: AuditResult): string {
  const named = Object.entries(findings).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof value === 'bigint' ? String(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(named));
}
