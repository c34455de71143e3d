import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import { isState, isUnsettled } from './states.ts';

/**
 * What a payment that fails costs its sponsor at most: two signatures of 5,000 lamports, and 100,000 compute units at 0.05 lamports.
 * The guard of payments refuses what could cost more.
 */
const FAILURE_LAMPORTS_MAX = 15_000n;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * What failed payments of sources may cost within a time, by how long the sources are known. A source costs nothing to make, so new
 * ones share little: they pause each other, and nobody else, and room comes back with each failure that grows old. A source becomes
 * known by paying, and is barred for a day after two failures, so what a known one pays is more than what it can cost.
 */
const BUDGETS = [
  { knownSeconds: HOUR_SECONDS, seconds: HOUR_SECONDS, lamports: 400_000n },
  { knownSeconds: 30 * DAY_SECONDS, seconds: DAY_SECONDS, lamports: 10_000_000n },
];

/**
 * Whether sources that are known no longer than this one used up what their failures may cost. What is unsettled counts as if it
 * failed. `knownSeconds`: since the source's first payment settled; 0 where none did.
 */
export async function isOverspent(tx: SqlTransaction, knownSeconds: number): Promise<boolean> {
  const budget = BUDGETS.find((one) => knownSeconds < one.knownSeconds);
  if (!budget) return false;
  const rows = await tx<{ lamports: bigint }[]>`
    SELECT ${spent(tx)} AS lamports
    FROM payments JOIN payers ON payers.source = payments.source
    WHERE (${isUnsettled(tx)}
        OR ${isState(tx, 'failed')} AND payments.closed_at > now() - make_interval(secs => ${budget.seconds}))
      AND (settled_at IS NULL OR settled_at > now() - make_interval(secs => ${budget.knownSeconds}))`;
  return (rows[0]?.lamports ?? 0n) + FAILURE_LAMPORTS_MAX > budget.lamports;
}

/** What failed settlements cost the sponsor within the last 24 hours, and what was sent may cost, in lamports. */
export async function failedSpendLamports(sql: Sql): Promise<bigint> {
  const rows = await unlessDown(sql<{ spent: bigint }[]>`
    SELECT ${spent(sql)} AS spent
    FROM payments
    WHERE ${isState(sql, 'sent')} OR ${isState(sql, 'failed')} AND closed_at > now() - make_interval(secs => ${DAY_SECONDS})`);
  return rows[0]?.spent ?? 0n;
}

/** What payments cost that failed, and may cost that are open. */
function spent(sql: Sql | SqlTransaction) {
  return sql`COALESCE(sum(CASE WHEN ${isState(sql, 'failed')} THEN spent_lamports ELSE ${FAILURE_LAMPORTS_MAX} END), 0)::bigint`;
}
