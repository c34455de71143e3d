import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import type { Standing } from './payment-book.ts';
import { isState } from './states.ts';

/** What decides about the standing of a source and its turn. */
export interface SourceRecord {
  /** Since its first payment settled; null where none did. */
  readonly knownSeconds: number | null;
  /** What all its settled payments earned. */
  readonly earnedAtomic: bigint;
  /** How many of its payments were released within an hour: they took room and paid nothing. */
  readonly released: number;
}

const OLD_SECONDS = 30 * 24 * 3_600;
const KNOWN_ATOMIC = 5_000_000n;

/**
 * Unsettled payments that sources of a standing may have at once, over all replicas. A source costs nothing to make, little to make
 * young, and nothing but time to make old, so those of a standing stand in the way of each other alone; new and young ones together
 * have less than half of all that fit.
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

/** What is taken of a bounded good by all sources of a standing, and of that by those of one address range. */
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
 * What a payment that fails costs its sponsor at most: two signatures of 5,000 lamports, and 100,000 compute units at 0.05 lamports.
 * The guard of payments refuses what could cost more.
 */
export const FAILURE_LAMPORTS_MAX = 15_000n;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * What payments of sources of a standing may cost that fail within a time; one that is sent counts as if it failed. Those of a standing
 * pause each other alone, and room comes back with each failure that grows old. All budgets of a day together are less than what pauses
 * everybody (`FAILED_SPEND_LAMPORTS_MAX`). From one address range 320 payments of new sources may be sent at the same time, and 640 of known ones.
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
 * Whether one more failure would exceed what those of sources of the standing may cost. Asked where a payment is sent, with what is sent
 * and may fail yet, and before its work, without that: others settle within seconds, so there may be room once the work is done. No lock
 * is held over all payments, so that as many may be sent too many as transactions run at that moment, one for each connection.
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

/** What failed settlements cost the sponsor within the last 24 hours, and what was sent may cost, in lamports. */
export async function failedSpendLamports(sql: Sql): Promise<bigint> {
  const rows = await unlessDown(sql<{ spent: bigint }[]>`
    SELECT ${spent(sql)} AS spent FROM payments WHERE ${isState(sql, 'sent')} OR ${failedToday(sql)}`);
  return rows[0]?.spent ?? 0n;
}

function failedToday(sql: Sql | SqlTransaction) {
  return sql`${isState(sql, 'failed')} AND closed_at > now() - make_interval(secs => ${DAY_SECONDS})`;
}

/** What payments cost that failed, and may cost that are sent, of those for which `condition` holds. */
function spent(sql: Sql | SqlTransaction, condition = sql`true`) {
  const cost = sql`CASE WHEN ${isState(sql, 'failed')} THEN spent_lamports ELSE ${FAILURE_LAMPORTS_MAX} END`;
  return sql`COALESCE(sum(${cost}) FILTER (WHERE ${condition}), 0)::bigint`;
}
