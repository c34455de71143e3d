import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

/*
 * Counts and findings that replicas share. They are no money.
 */

/** How much of a caller's allowance of a window was taken by all replicas; rows of past windows are deleted. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    /** The counted thing and the caller, such as requests of a key: SHA-256, because a caller may be a secret. */
    caller: bytes().notNull(),
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    taken: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'rate_windows_pk', columns: [table.caller, table.starts_at] }),
    check('rate_windows_caller', sql`octet_length(${table.caller}) = 32`),
    check('rate_windows_period', sql`${table.ends_at} > ${table.starts_at}`),
    check('rate_windows_taken', sql`${table.taken} >= 0`),
  ],
);

/** The result of the last audit of the books: one row, so that every replica can report it. */
export const bookAudits = pgTable(
  'book_audits',
  {
    id: integer().primaryKey().default(1),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    took_ms: bigint({ mode: 'bigint' }).notNull(),
    sound: boolean().notNull(),
    /** The counts of the audit, as JSON. */
    findings: text().notNull(),
    /** Since when not all of the chain was compared: the next audit begins there. */
    unread_since: moment(),
  },
  (table) => [check('book_audits_single', sql`${table.id} = 1`)],
);

/** The limits of the chain's endpoints, as learned from their refusals. All rows may be deleted: they are learned again. */
export const endpointLimits = pgTable('endpoint_limits', {
  /** The SHA-256 of the endpoint's URL, in hexadecimal. The URL holds a key. */
  endpoint: text().primaryKey(),
  /** As JSON. */
  limits: text().notNull(),
  learned_at: moment().notNull().defaultNow(),
});
