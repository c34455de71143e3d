import { unlessDown } from './postgres/outage.ts';

const ROWS_MAX = 100;

/** A list is counted up to this number of rows, so that a count ends. */
export const ROWS_COUNTED_MAX = 10_000;

/** The count of a statement that reads one row more than are counted; null where there are more. */
export async function boundedCount(
  statement: Promise<readonly { readonly count: number | null }[]>,
): Promise<number | null> {
  const [row] = await unlessDown(statement);
  return row?.count ?? null;
}

/** Throws a RangeError unless a page has 1 to 100 rows. */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > ROWS_MAX) {
    throw new RangeError(`a page has 1 to ${ROWS_MAX} rows, not ${limit}`);
  }
}

/** A time in microseconds of Unix time for statements, because as text PostgreSQL has no year 0. Null when absent. */
export function microsOf(moment: Date | undefined): bigint | null {
  return moment ? BigInt(moment.getTime()) * 1_000n : null;
}

/** The rows of a page of rows that were read with one more to see whether there are more, newest first. */
export function pageOf<T>(
  rows: readonly T[],
  { limit, oldest }: { readonly limit: number; readonly oldest?: true },
): readonly T[] {
  return oldest ? rows.slice(-limit) : rows.slice(0, limit);
}
