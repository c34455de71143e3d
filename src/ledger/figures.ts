import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';

/** The findings of the last audit. */
interface AuditRecord {
  readonly at: Date;
  readonly tookMs: number;
  readonly sound: boolean;
  /** The counts of the audit by name. */
  readonly findings: Readonly<Record<string, number>>;
}

/** The ledger's figures for operators. Amounts in atomic USDC. */
export interface BookFigures {
  readonly openHolds: number;
  /** Holds with an expired lease, which are released within seconds. */
  readonly staleHolds: number;
  readonly heldAtomic: bigint;
  /** Payments per call that are neither settled nor failed nor released, by state. */
  readonly payments: Readonly<Record<'reserved' | 'worked' | 'sent', number>>;
  readonly changeDue: number;
  /** Null before the first audit. */
  readonly audit: AuditRecord | null;
}

interface Row {
  readonly open: number;
  readonly stale: number;
  readonly held: bigint;
  readonly reserved: number;
  readonly worked: number;
  readonly sent: number;
  readonly change_due: number;
  readonly at: Date | null;
  readonly took_ms: bigint | null;
  readonly sound: boolean | null;
  readonly findings: string | null;
}

/** Reads the figures in one statement, from indexes that hold open rows only. Throws the fault not_ready. */
export async function bookFigures(sql: Sql): Promise<BookFigures> {
  const [row] = await unlessDown(sql<Row[]>`
    SELECT open.*, unsettled.*, change.*, book_audits.at, book_audits.took_ms, book_audits.sound, book_audits.findings
    FROM (SELECT count(*)::int AS open, (count(*) FILTER (WHERE expires_at < now()))::int AS stale,
        COALESCE(sum(amount), 0)::bigint AS held FROM holds WHERE state = 'held') AS open
    CROSS JOIN (SELECT (count(*) FILTER (WHERE state = 'reserved'))::int AS reserved,
        (count(*) FILTER (WHERE state = 'worked'))::int AS worked, (count(*) FILTER (WHERE state = 'sent'))::int AS sent
      FROM payments WHERE state IN ('reserved', 'worked', 'sent')) AS unsettled
    CROSS JOIN (SELECT count(*)::int AS change_due FROM payments
      WHERE change_key_hash IS NOT NULL AND change_credited_at IS NULL AND state = 'settled') AS change
    LEFT JOIN book_audits ON TRUE`);
  if (!row) throw new Error('the figures of the books came without a row');
  const { open: openHolds, stale: staleHolds, held: heldAtomic, reserved, worked, sent, change_due: changeDue } = row;
  return { openHolds, staleHolds, heldAtomic, payments: { reserved, worked, sent }, changeDue, audit: auditOf(row) };
}

function auditOf({ at, took_ms, sound, findings }: Row): AuditRecord | null {
  if (at === null || took_ms === null || sound === null) return null;
  return { at, tookMs: Number(took_ms), sound, findings: countsOf(findings ?? '{}') };
}

/** Parses counts as numbers, and sums of money as digits of an integer. */
function countsOf(text: string): Readonly<Record<string, number>> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) return {};
  const counts = Object.entries(parsed).map(([name, value]) => [name, numberOf(value)] as const);
  return Object.fromEntries(counts.filter((count): count is readonly [string, number] => count[1] !== null));
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : null;
}
