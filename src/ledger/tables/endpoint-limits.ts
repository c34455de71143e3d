import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/*
 * What endpoints of the chain allow, as it was learned from what they refused. Nothing here is money, and all of it may be deleted: it
 * is learned again.
 */
export const endpointLimits = pgTable('endpoint_limits', {
  /** The SHA-256 of the endpoint's URL, in hexadecimal. The URL holds a key. */
  endpoint: text().primaryKey(),
  /** As JSON. */
  limits: text().notNull(),
  learned_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
