import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { atomic, bytes, createdAt, id } from './columns.ts';

/*
 * The tables of the books, from which `npm run migration` derives migrations. Statements are written in SQL beside them,
 * because each move of money is one statement with several writes. All times are the database's.
 */

/** Who has money: customers, and the system's own accounts, which may be negative because money enters through them. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    kind: text().notNull(),
    /** Names a system account; customers have none. */
    name: text().unique(),
    /** Atomic USDC: the sum of the account's postings. */
    balance: atomic().default(sql`0`),
    /** Atomic USDC: the sum of the account's open holds, a part of the balance. */
    held: atomic().default(sql`0`),
    created_at: createdAt(),
  },
  (table) => [
    check('accounts_kind', sql`${table.kind} IN ('customer', 'system')`),
    check('accounts_name', sql`(${table.kind} = 'system') = (${table.name} IS NOT NULL)`),
    check(
      'accounts_covered',
      sql`${table.kind} <> 'customer' OR (${table.balance} >= ${table.held} AND ${table.held} >= 0)`,
    ),
    check('accounts_system_holds_nothing', sql`${table.kind} <> 'system' OR ${table.held} = 0`),
  ],
);

/** The keys of customers, as SHA-256 only. */
export const apiKeys = pgTable(
  'api_keys',
  {
    hash: bytes().primaryKey(),
    account_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accounts.id),
    created_at: createdAt(),
    /** When the key was first used: from then on a repeat of its claim issues no other. */
    presented_at: timestamp({ withTimezone: true }),
    revoked_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('api_keys_hash', sql`octet_length(${table.hash}) = 32`),
    index('api_keys_account').on(table.account_id),
  ],
);

/** Why money moved. `cause` names the one event that a movement answers to, so that no event moves money twice. */
export const movements = pgTable(
  'movements',
  {
    id: id(),
    kind: text().notNull(),
    cause: text().notNull().unique(),
    created_at: createdAt(),
  },
  (table) => [
    check('movements_kind', sql`${table.kind} IN ('grant', 'topup', 'pass', 'charge', 'x402', 'change', 'refund')`),
    index('movements_created').on(table.created_at),
  ],
);

/** The double entry: an amount leaves one account and enters another, so that every movement sums to zero. */
export const postings = pgTable(
  'postings',
  {
    movement_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => movements.id),
    from_account: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accounts.id),
    to_account: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accounts.id),
    amount: atomic(),
  },
  (table) => [
    primaryKey({ name: 'postings_pk', columns: [table.movement_id, table.from_account, table.to_account] }),
    check('postings_amount', sql`${table.amount} > 0`),
    check('postings_accounts', sql`${table.from_account} <> ${table.to_account}`),
    index('postings_from').on(table.from_account, table.movement_id),
    index('postings_to').on(table.to_account, table.movement_id),
  ],
);
