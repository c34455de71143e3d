import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { chainSignatures } from './claims.ts';
import { atomic, bytes, createdAt, moment } from './columns.ts';

/**
 * A payment per call, by the hash of its message: inserted before the work, and never deleted once it was sent, settled or
 * burnt. Its states: reserved, worked, sent, and then settled, failed or released.
 */
export const payments = pgTable(
  'payments',
  {
    /** SHA-256 of the transaction's message. */
    message_hash: bytes().primaryKey(),
    /** SHA-256 of the whole header that carried it, and of the canonical request that it pays for. */
    header_hash: bytes().notNull(),
    request_hash: bytes().notNull(),
    version: smallint().notNull(),
    /** Whether the header holds a nonce that never reaches the chain. */
    secret: boolean().notNull(),
    payer: text().notNull(),
    /** The token account that pays. */
    source: text()
      .notNull()
      .references(() => payers.source),
    amount: atomic(),
    /** The earned part, known after the work; the rest is change. */
    earned: bigint({ mode: 'bigint' }),
    identifier: text(),
    /** The address that the call came from. */
    address: text().notNull(),
    /** The standing of the source at the reservation, and the range of the address: unsettled payments and failures are counted by both. */
    standing: text().notNull().default('known'),
    range: text().notNull().default(''),
    state: text().notNull().default('reserved'),
    /** The block height after which the transaction cannot land any more. */
    height_bound: bigint({ mode: 'bigint' }).notNull(),
    signature: text()
      .unique()
      .references(() => chainSignatures.signature),
    /** The answers as JSON; deleted after 24 hours. */
    answers: text(),
    /** SHA-256 of the key that change goes to, where there is change. */
    change_key_hash: bytes(),
    change_credited_at: moment(),
    /** The cost of a failed settlement for the sponsor, in lamports. */
    spent_lamports: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** The process that works on it holds a lease; after its end, another may take over. */
    leased_until: moment().notNull(),
    created_at: createdAt(),
    /** When it was settled, failed or released. */
    closed_at: moment(),
    /** When its movements went into the sums that are carried. */
    folded_at: moment(),
  },
  (table) => [
    check('payments_hashes', sql`octet_length(${table.message_hash}) = 32 AND octet_length(${table.header_hash}) = 32`),
    check('payments_version', sql`${table.version} IN (1, 2)`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_earned', sql`${table.earned} > 0 AND ${table.earned} <= ${table.amount}`),
    check('payments_state', sql`${table.state} IN ('reserved', 'worked', 'sent', 'settled', 'failed', 'released')`),
    check('payments_closed', sql`(${table.closed_at} IS NULL) = (${table.state} IN ('reserved', 'worked', 'sent'))`),
    check(
      'payments_settled',
      sql`${table.state} <> 'settled' OR (${table.signature} IS NOT NULL AND ${table.earned} IS NOT NULL)`,
    ),
    check('payments_change', sql`${table.change_credited_at} IS NULL OR ${table.change_key_hash} IS NOT NULL`),
    uniqueIndex('payments_identifier')
      .on(table.payer, table.identifier)
      .where(sql`${table.identifier} IS NOT NULL AND ${table.state} NOT IN ('failed', 'released')`),
    index('payments_unsettled').on(table.source).where(sql`${table.state} IN ('reserved', 'worked', 'sent')`),
    index('payments_change_due')
      .on(table.closed_at)
      .where(
        sql`${table.change_key_hash} IS NOT NULL AND ${table.change_credited_at} IS NULL AND ${table.state} = 'settled'`,
      ),
    index('payments_change_credited').on(table.change_credited_at).where(sql`${table.change_credited_at} IS NOT NULL`),
    index('payments_answers').on(table.created_at).where(sql`${table.answers} IS NOT NULL`),
    index('payments_failed').on(table.closed_at).where(sql`${table.state} = 'failed'`),
    check('payments_folded', sql`${table.folded_at} IS NULL OR ${table.state} = 'settled'`),
    index('payments_unfolded')
      .on(table.closed_at)
      .where(sql`${table.state} = 'settled' AND ${table.folded_at} IS NULL`),
    index('payments_released').on(table.closed_at).where(sql`${table.state} = 'released'`),
    // A payer goes only when no payment names it, which the foreign key looks up.
    index('payments_source').on(table.source),
  ],
);

/** Token accounts that paid per call: their row is the lock under which their reservations are counted. */
export const payers = pgTable(
  'payers',
  {
    source: text().primaryKey(),
    /** Failed settlements within an hour of each other, and until when only prepaid credit is taken. */
    failures: integer().notNull().default(0),
    failed_at: moment(),
    prepaid_until: moment(),
    /** The time of the source's first settled payment, and the earnings of all of them. */
    settled_at: moment(),
    earned: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** Payments that were released within an hour from then on: they took room and paid nothing. */
    released: integer().notNull().default(0),
    released_since: moment(),
  },
  (table) => [check('payers_failures', sql`${table.failures} >= 0`)],
);
