/*
 * Arrays as parameters. The driver does not know PostgreSQL's array types, so an array is sent as text and the statement casts it:
 * `${textArray(texts)}::text::text[]`.
 */

/** An array of any texts; null is NULL. */
export function textArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join()}}`;
}

/** An array of numbers, ids or hexadecimal digits, in which nothing needs quotes. */
export function plainArray(values: readonly (string | bigint)[]): string {
  return `{${values.join()}}`;
}
