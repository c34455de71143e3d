import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { atomic } from './columns.ts';

/*
 * How far the books were audited, so that the next audit reads only what is newer. Nothing here is money: it follows from the books,
 * and a full audit writes it anew.
 */

/** One row: everything older was compared, and no older movement can be entered any more. */
export const auditCheckpoint = pgTable(
  'audit_checkpoint',
  {
    id: integer().primaryKey().default(1),
    /** Movements that are older are in the sums. A whole number of milliseconds, which is what programs keep of a time. */
    at: timestamp({ withTimezone: true }).notNull(),
    /** Every hold up to this id was closed before that time. */
    hold_floor: bigint({ mode: 'bigint' }).notNull(),
    /** When all of the books were audited last. */
    full_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('audit_checkpoint_single', sql`${table.id} = 1`)],
);

/** The sums of the movements before the checkpoint for each account, folded or not. */
export const auditSums = pgTable('audit_sums', {
  account_id: bigint({ mode: 'bigint' }).primaryKey(),
  amount: atomic(),
});

/** How many calls the holds up to the floor of the checkpoint drew on each pass, folded or not. */
export const auditCalls = pgTable('audit_calls', {
  pass_id: bigint({ mode: 'bigint' }).primaryKey(),
  calls: bigint({ mode: 'bigint' }).notNull(),
});
