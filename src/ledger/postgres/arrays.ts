import type { Sql } from './sql.ts';

/*
 * Arrays as parameters. The driver does not know PostgreSQL's array types, so an array is sent as text and the statement casts it:
 * `${textArray(texts)}::text::text[]`.
 */

/** An array of any texts; null is NULL. */
export function textArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join()}}`;
}

/** A character that JSON never holds as it is. */
const SEPARATOR = '\u001f';

/** An array of long texts, which are mostly JSON, as SQL: without quotes, which cost as much as the rest of a statement. */
export function longTextArray(sql: Sql, texts: readonly string[]) {
  const isPlain = texts.every((text) => text !== '' && !text.includes(SEPARATOR));
  return isPlain
    ? sql`string_to_array(${texts.join(SEPARATOR)}::text, ${SEPARATOR})`
    : sql`${textArray(texts)}::text::text[]`;
}

/** An array of numbers, ids or hexadecimal digits, in which nothing needs quotes. */
export function plainArray(values: readonly (string | bigint)[]): string {
  return `{${values.join()}}`;
}
