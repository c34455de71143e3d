import type { SoldPass } from '../claims.ts';
import { plainArray } from '../postgres/arrays.ts';
import { codeBehind, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import { compared, inSnapshot, isSound } from './audit.ts';
import { type Checkpoint, dropCheckpoint, moveCheckpoint, openSince, readCheckpoint } from './checkpoint.ts';

/** An audit that was made, and how long it took. */
export interface MadeAudit {
  readonly sound: boolean;
  /** When the checkpoint was that it went on from; null where it read everything. */
  readonly since: Date | null;
  readonly findings: Readonly<Record<string, number | bigint>>;
  readonly tookMs: number;
  /** Since when not all of the chain could be read; null where it was read to the end, absent where it was not asked. */
  readonly unreadSince?: Date | null;
}

/** Advisory lock of the scheduled audit: one replica's audit is enough for all. */
const AUDIT_LOCK = 4_217_402_003;
/** SQLSTATE of a write to a row that another transaction has changed since the snapshot. */
const SERIALIZATION_FAILURE = '40001';
/** And of a write to a server or by a role that may only read. */
const READ_ONLY = ['25006', '42501'];

/**
 * Audits the books from the checkpoint on, or all of them, and moves the checkpoint, or drops it where the books are unsound. On a standby,
 * as a role that may only read, and where another audit has moved it meanwhile, it stays where it is. `sold`: every pass that was ever on
 * offer.
 */
export async function makeAudit(sql: Sql, sold: readonly SoldPass[], full = false): Promise<MadeAudit> {
  const open = await openSince(sql);
  const outcome: { made?: MadeAudit } = {};
  try {
    // Without READ WRITE, which a standby would refuse at once.
    return await inSnapshot(sql, '', async (tx) => {
      const { made, from } = await makeOne(tx, sold, full ? null : await readCheckpoint(tx));
      outcome.made = made;
      await (made.sound ? moveCheckpoint(tx, from, open) : dropCheckpoint(tx));
      return made;
    });
  } catch (error) {
    if (outcome.made && [SERIALIZATION_FAILURE, ...READ_ONLY].includes(codeBehind(error))) return outcome.made;
    throw error;
  }
}

/**
 * If an audit from the checkpoint finds something, a full one in the same snapshot replaces it: a clock that was set back, a fold
 * of young movements and a damaged checkpoint are no damage of the ledger. `from` is the start of the reported audit, null for a
 * full one.
 */
async function makeOne(
  tx: SqlTransaction,
  sold: readonly SoldPass[],
  checkpoint: Checkpoint | null,
): Promise<{ readonly made: MadeAudit; readonly from: Checkpoint | null }> {
  const startedMs = performance.now();
  const newer = checkpoint && (await compared(tx, sold, checkpoint));
  const [findings, from] = newer && isSound(newer) ? [newer, checkpoint] : [await compared(tx, sold, null), null];
  const tookMs = Math.round(performance.now() - startedMs);
  return { made: { sound: isSound(findings), since: from?.at ?? null, findings: { ...findings }, tookMs }, from };
}

/**
 * Audits the books and keeps the result for the replicas, which all run it by the clock. Null while another one compares, or if the newest
 * audit is younger than `minutesMin`. The holder of the lock compares, on one connection: PostgreSQL ends an idle transaction. A replica
 * whose snapshot is older than the newest audit may get the lock too; PostgreSQL refuses its write.
 */
export async function auditIfDue(
  sql: Sql,
  minutesMin: number,
  sold: readonly SoldPass[] = [],
): Promise<MadeAudit | null> {
  const open = await openSince(sql);
  return await inSnapshot(sql, 'READ WRITE', async (tx) => {
    const rows = await tx<{ due: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${AUDIT_LOCK}::bigint) AND NOT EXISTS (
        SELECT FROM book_audits WHERE at > now() - make_interval(mins => ${minutesMin}::int)
      ) AS due`;
    if (rows[0]?.due !== true) return null;
    const { made, from } = await makeOne(tx, sold, await readCheckpoint(tx));
    await record(tx, made);
    await (made.sound ? moveCheckpoint(tx, from, open) : dropCheckpoint(tx));
    return made;
  }).catch((error: unknown) => {
    if (codeBehind(error) === SERIALIZATION_FAILURE) return null;
    throw error;
  });
}

/** A question that the chain left open for longer is given up. */
const UNREAD_DAYS_MAX = 7;

/** Keeps an audit for every replica to tell. */
export async function recordAudit(sql: Sql, audited: MadeAudit): Promise<void> {
  await unlessDown(record(sql, audited));
}

/** The same within a transaction. Where the chain was not asked, the next audit asks it about the time that this one left out. */
async function record(sql: Sql | SqlTransaction, { sound, findings, tookMs, unreadSince }: MadeAudit): Promise<void> {
  const asked = unreadSince !== undefined;
  await sql`
    INSERT INTO book_audits (id, at, took_ms, sound, findings, unread_since)
    VALUES (1, now(), ${BigInt(tookMs)}, ${sound}, ${findingsText(findings)},
      CASE WHEN ${asked}::boolean THEN ${unreadSince ?? null}::timestamptz ELSE now() - interval '1 day' END)
    ON CONFLICT (id) DO UPDATE
    SET at = EXCLUDED.at, took_ms = EXCLUDED.took_ms, sound = EXCLUDED.sound, findings = EXCLUDED.findings,
      unread_since = CASE WHEN ${asked}::boolean THEN EXCLUDED.unread_since
        ELSE COALESCE(book_audits.unread_since, book_audits.at) END`;
}

/**
 * Since when the chain is to be compared: since the newest audit, or since before, where that left something unread; a day ago where there
 * was none.
 */
export async function chainDueSince(sql: Sql): Promise<Date> {
  const rows = await unlessDown(sql<{ since: Date }[]>`
    SELECT COALESCE((
      SELECT CASE WHEN unread_since IS NULL THEN at
        ELSE GREATEST(unread_since, LEAST(at, now() - make_interval(days => ${UNREAD_DAYS_MAX}))) END
      FROM book_audits
    ), now() - interval '1 day') AS since`);
  return rows[0]?.since ?? new Date(0);
}

/** The counts by their names as operators read them, such as `unbalanced_accounts`. */
export function findingsText(findings: object): string {
  const named = Object.entries(findings).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof value === 'bigint' ? String(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(named));
}

/** A booked transfer from the chain: a credited claim, or a settled payment. Atomic USDC. */
export interface BookedInflow {
  readonly signature: string;
  readonly amountAtomic: bigint;
}

/** All that came in since then. */
export async function bookedSince(sql: Sql, since: Date): Promise<readonly BookedInflow[]> {
  return await unlessDown(sql<BookedInflow[]>`
    SELECT signature, amount AS "amountAtomic" FROM claims WHERE created_at >= ${since}::timestamptz
    UNION ALL
    SELECT signature, amount FROM payments WHERE state = 'settled' AND closed_at >= ${since}::timestamptz`);
}

/** Which of the signatures no book knows. */
export async function notBooked(sql: Sql, signatures: readonly string[]): Promise<readonly string[]> {
  const rows = await unlessDown(sql<{ signature: string }[]>`
    SELECT signature FROM unnest(${plainArray(signatures)}::text::text[]) AS listed (signature)
    WHERE NOT EXISTS (SELECT FROM chain_signatures WHERE chain_signatures.signature = listed.signature)`);
  return rows.map(({ signature }) => signature);
}
