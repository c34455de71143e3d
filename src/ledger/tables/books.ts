import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { atomic, bytes, createdAt, id } from './columns.ts';

/*
 * The tables of the books, from which `npm run migration` derives migrations. Statements are written in SQL beside them,
 * because each move of money is one statement with several writes. All times are the database's.
 */

/**
 * The ids and names of all accounts, which a trigger enters as an account is made: no two accounts have the same. Its rows never
 * change. In `accounts` a unique index on either would be searched through all old versions of a busy row, for each new page of them.
 */
export const accountIds = pgTable('account_ids', {
  id: bigint({ mode: 'bigint' }).primaryKey(),
  name: text().unique(),
});

/** The owners of money: customers, and the system's own accounts, which may be negative because money enters through them. */
export const accounts = pgTable(
  'accounts',
  {
    id: bigint({ mode: 'bigint' }).generatedAlwaysAsIdentity().notNull(),
    kind: text().notNull(),
    /** Names a system account; customers have none. */
    name: text(),
    /** Atomic USDC: the sum of the account's postings. */
    balance: atomic().default(sql`0`),
    /** Atomic USDC: the sum of the account's open holds, a part of the balance. */
    held: atomic().default(sql`0`),
    /** Rises now and then as the row is written, so that its newest versions are found first (see `ledger/accounts/account-row.ts`). */
    epoch: integer().notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'accounts_pk', columns: [table.id, table.epoch] }),
    check('accounts_kind', sql`${table.kind} IN ('customer', 'system')`),
    check('accounts_name', sql`(${table.kind} = 'system') = (${table.name} IS NOT NULL)`),
    check(
      'accounts_covered',
      sql`${table.kind} <> 'customer' OR (${table.balance} >= ${table.held} AND ${table.held} >= 0)`,
    ),
    check('accounts_system_holds_nothing', sql`${table.kind} <> 'system' OR ${table.held} = 0`),
    index('accounts_newest').on(sql`COALESCE(${table.name}, ${table.id}::text)`, table.epoch),
  ],
);

/** The keys of customers, as SHA-256 only. */
export const apiKeys = pgTable(
  'api_keys',
  {
    hash: bytes().primaryKey(),
    account_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accountIds.id),
    created_at: createdAt(),
    /** When the key was first used: from then on a repeat of its claim issues no other. */
    presented_at: timestamp({ withTimezone: true }),
    revoked_at: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('api_keys_hash', sql`octet_length(${table.hash}) = 32`),
    // The index of an account's valid keys, so that revoked ones do not slow it.
    index('api_keys_live').on(table.account_id).where(sql`${table.revoked_at} IS NULL`),
    index('api_keys_presented').on(table.account_id).where(sql`${table.presented_at} IS NOT NULL`),
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

/**
 * The double entry: an amount leaves one account and enters another, so that every movement sums to zero. No foreign keys to
 * `account_ids`, here and in `holds`: every charge would lock the rows of its accounts there. The audit finds what names an account
 * that there is not.
 */
export const postings = pgTable(
  'postings',
  {
    movement_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => movements.id),
    from_account: bigint({ mode: 'bigint' }).notNull(),
    to_account: bigint({ mode: 'bigint' }).notNull(),
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

/**
 * The sums of old movements, whose rows are deleted (see `ledger/fold.ts`): for each kind and pair of accounts, the amount and the number.
 * With the kept postings they make each account's balance.
 */
export const carried = pgTable(
  'carried',
  {
    from_account: bigint({ mode: 'bigint' }).notNull(),
    to_account: bigint({ mode: 'bigint' }).notNull(),
    kind: text().notNull(),
    amount: atomic(),
    movements: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'carried_pk', columns: [table.from_account, table.to_account, table.kind] }),
    check('carried_kind', sql`${table.kind} IN ('charge', 'x402', 'change', 'refund')`),
    check('carried_amount', sql`${table.amount} > 0 AND ${table.movements} > 0`),
    check('carried_accounts', sql`${table.from_account} <> ${table.to_account}`),
  ],
);

/** One row: since when movements may be folded, because older versions cannot audit folded books, and which were. */
export const folding = pgTable(
  'folding',
  {
    id: integer().primaryKey().default(1),
    begins_at: timestamp({ withTimezone: true }).notNull(),
    /** Everything closed before is deleted, unless a younger row belongs to it. */
    folded_before: timestamp({ withTimezone: true }),
  },
  (table) => [check('folding_single', sql`${table.id} = 1`)],
);
