import { sql } from 'drizzle-orm';
import { bigint, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The free tier, by days in UTC of the database's clock. It is no money, and rows of a past day are useless: they are deleted. */

/** The number of free calls of a caller, or of the wider network around callers, and their cost. */
export const freeCalls = pgTable(
  'free_calls',
  {
    day: date().notNull(),
    /** An address or a network, as text; no network has the name of an address. */
    network: text().notNull(),
    calls: integer().notNull(),
    /** Calls of the chain's endpoints, noted for the widest network around a caller. */
    rpc_calls: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ name: 'free_calls_pk', columns: [table.day, table.network] }),
    check('free_calls_network', sql`octet_length(${table.network}) BETWEEN 1 AND 64`),
    check('free_calls_calls', sql`${table.calls} >= 0`),
    check('free_calls_rpc_calls', sql`${table.rpc_calls} >= 0`),
  ],
);

/** The cost of all free calls of a day. */
export const freeWork = pgTable(
  'free_work',
  {
    day: date().primaryKey(),
    /** Calls of the chain's endpoints. */
    rpc_calls: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [check('free_work_rpc_calls', sql`${table.rpc_calls} >= 0`)],
);
