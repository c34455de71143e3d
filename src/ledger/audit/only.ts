/** The one row of a statement that counts. */
export function only<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (!row) throw new Error('the audit returned no row');
  return row;
}
