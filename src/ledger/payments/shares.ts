import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import type { Standing } from './payment-book.ts';
import { isState } from './states.ts';

/** The facts that decide about the standing of a source and its turn. */
export interface SourceRecord {
  /** Since its first payment settled; null where none did. */
  readonly knownSeconds: number | null;
  /** The earnings of all its settled payments. */
  readonly earnedAtomic: bigint;
  /** How many of its payments were released within an hour: they took room and paid nothing. */
  readonly released: number;
}

const OLD_SECONDS = 30 * 24 * 3_600;
const KNOWN_ATOMIC = 5_000_000n;

/**
 * The limit of unsettled payments of sources of a standing, over all replicas. A source costs nothing to make, little to make young, and
 * only time to make old, so sources of a standing compete only with each other; new and young ones together have less than half of all.
 */
const UNSETTLED_MAX: Readonly<Record<Standing, number>> = { new: 512, young: 256, old: 512, known: 512 };

/** A source with so many payments released within an hour waits behind others. */
const RELEASED_MAX = 4;

/** How many times as much as it leaves free one address range may take. */
const RANGE_FACTOR = 4n;

export function standingOf({ knownSeconds, earnedAtomic }: SourceRecord): Standing {
  if (knownSeconds === null) return 'new';
  if (earnedAtomic >= KNOWN_ATOMIC) return 'known';
  return knownSeconds >= OLD_SECONDS ? 'old' : 'young';
}

/** The used part of a bounded resource by all sources of a standing, and the part of one address range in it. */
export interface SharedUse {
  readonly taken: bigint;
  readonly ofRange: bigint;
}

/**
 * Whether `more` fits into `total`, where a range may take four times what is left: alone four fifths, and always room for the
 * next one (a dynamic threshold: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998).
 */
export function fits(total: bigint, { taken, ofRange }: SharedUse, more: bigint): boolean {
  return ofRange + more <= RANGE_FACTOR * (total - taken - more);
}

/** Whether another payment fits. A source whose payments were released unpaid gets half of the limit only. */
export function hasRoom(standing: Standing, source: SourceRecord, taken: SharedUse): boolean {
  const max = source.released >= RELEASED_MAX ? UNSETTLED_MAX[standing] / 2 : UNSETTLED_MAX[standing];
  return fits(BigInt(max), taken, 1n);
}

/**
 * The highest cost of a failed payment for its sponsor: two signatures of 5,000 lamports, and 100,000 compute units at 0.05 lamports. The
 * guard of payments refuses dearer ones.
 */
export const FAILURE_LAMPORTS_MAX = 15_000n;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * The budgets of a standing for failed payments within a time; a sent payment counts as failed. Sources of a standing pause only each
 * other, and room comes back as failures grow old. All budgets of a day together are less than the limit that pauses all payments
 * (`FAILED_SPEND_LAMPORTS_MAX`). From one address range 320 payments of new sources may be sent at the same time, and 640 of known ones.
 */
export const BUDGETS: Readonly<Record<Standing, { readonly hour: bigint; readonly day: bigint }>> = {
  new: { hour: 6_000_000n, day: 12_000_000n },
  young: { hour: 10_000_000n, day: 10_000_000n },
  old: { hour: 8_000_000n, day: 8_000_000n },
  known: { hour: 12_000_000n, day: 12_000_000n },
};

/** Whose failures are counted together. */
export interface Spender {
  readonly standing: Standing;
  readonly range: string;
}

/**
 * Whether one more failure would exceed the budget of the source's standing. Before sending, sent payments that may still fail count too;
 * before the work they do not, because they settle within seconds, so there may be room after the work. No lock is held over all payments,
 * so the excess is at most one for each running transaction, that is each connection.
 */
export async function isOverspent(
  tx: SqlTransaction,
  { standing, range }: Spender,
  { withSent }: { readonly withSent: boolean },
): Promise<boolean> {
  const isRecent = tx`(${isState(tx, 'sent')} OR closed_at > now() - make_interval(secs => ${HOUR_SECONDS}))`;
  const isNear = tx`range = ${range}`;
  const [row] = await tx<Record<'day' | 'dayNear' | 'hour' | 'hourNear', bigint>[]>`
    SELECT ${spent(tx)} AS day, ${spent(tx, isNear)} AS "dayNear", ${spent(tx, isRecent)} AS hour,
      ${spent(tx, tx`${isRecent} AND ${isNear}`)} AS "hourNear"
    FROM payments
    WHERE standing = ${standing} AND (${withSent} AND ${isState(tx, 'sent')} OR ${failedToday(tx)})`;
  if (!row) throw new Error('a sum returned no row');
  const { hour, day } = BUDGETS[standing];
  const within = (total: bigint, taken: bigint, ofRange: bigint) =>
    fits(total, { taken, ofRange }, FAILURE_LAMPORTS_MAX);
  return !(within(hour, row.hour, row.hourNear) && within(day, row.day, row.dayNear));
}

/** The cost of failed settlements for the sponsor within the last 24 hours, and the possible cost of sent ones, in lamports. */
export async function failedSpendLamports(sql: Sql): Promise<bigint> {
  const rows = await unlessDown(sql<{ spent: bigint }[]>`
    SELECT ${spent(sql)} AS spent FROM payments WHERE ${isState(sql, 'sent')} OR ${failedToday(sql)}`);
  return rows[0]?.spent ?? 0n;
}

function failedToday(sql: Sql | SqlTransaction) {
  return sql`${isState(sql, 'failed')} AND closed_at > now() - make_interval(secs => ${DAY_SECONDS})`;
}

/** The cost of failed payments, and the possible cost of sent ones, for which `condition` holds. */
function spent(sql: Sql | SqlTransaction, condition = sql`true`) {
  const cost = sql`CASE WHEN ${isState(sql, 'failed')} THEN spent_lamports ELSE ${FAILURE_LAMPORTS_MAX} END`;
  return sql`COALESCE(sum(${cost}) FILTER (WHERE ${condition}), 0)::bigint`;
}
