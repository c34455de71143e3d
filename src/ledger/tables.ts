import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/*
 * The tables of the books, from which `npm run migration` derives migrations. Statements are written in SQL beside them,
 * because each move of money is one statement with several writes. All times are the database's.
 */

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const id = () => bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity();
const atomic = () => bigint({ mode: 'bigint' }).notNull();
const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();

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
  (table) => [check('movements_kind', sql`${table.kind} IN ('grant', 'charge')`)],
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
    index('postings_from').on(table.from_account),
    index('postings_to').on(table.to_account),
  ],
);

/** A charge before it is one. `held` turns once into posted, voided or expired, and never back. */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    account_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accounts.id),
    amount: atomic(),
    kind: text().notNull(),
    subject: text().notNull(),
    /** SHA-256 of the canonical request. */
    request_hash: bytes().notNull(),
    state: text().notNull().default('held'),
    /** Of a voided hold: whether the answer was free because of us, or there was none. */
    why: text(),
    created_at: createdAt(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    closed_at: timestamp({ withTimezone: true }),
    /** The hold's own id once it is posted: a charge without a stored answer breaks a foreign key. */
    answer_id: bigint({ mode: 'bigint' }).references((): AnyPgColumn => answers.hold_id),
  },
  (table) => [
    check('holds_amount', sql`${table.amount} >= 0`),
    check('holds_request_hash', sql`octet_length(${table.request_hash}) = 32`),
    check('holds_state', sql`${table.state} IN ('held', 'posted', 'voided', 'expired')`),
    check('holds_closed', sql`(${table.state} = 'held') = (${table.closed_at} IS NULL)`),
    check('holds_why', sql`(${table.state} = 'voided') = (${table.why} IS NOT NULL)`),
    check('holds_why_known', sql`${table.why} IN ('free', 'failed')`),
    check('holds_answered', sql`(${table.state} = 'posted') = (${table.answer_id} IS NOT NULL)`),
    check('holds_own_answer', sql`${table.answer_id} = ${table.id}`),
    index('holds_open').on(table.expires_at).where(sql`${table.state} = 'held'`),
    index('holds_free').on(table.account_id, table.closed_at).where(sql`${table.why} = 'free'`),
  ],
);

/** What was delivered for a charge, exactly as it left. */
export const answers = pgTable(
  'answers',
  {
    hold_id: bigint({ mode: 'bigint' })
      .notNull()
      .references((): AnyPgColumn => holds.id),
    body: text().notNull(),
    verdict: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [primaryKey({ name: 'answers_pk', columns: [table.hold_id] })],
);
