import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accountIds } from './books.ts';
import { chainSignatures } from './claims.ts';
import { atomic, bytes, createdAt, id, moment } from './columns.ts';

/** A period of calls that was paid for. Periods of an account follow each other and never overlap. */
export const passes = pgTable(
  'passes',
  {
    id: id(),
    account_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accountIds.id),
    tier: text().notNull(),
    starts_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** Calls that the tier includes, and how many are held or posted. */
    included: integer().notNull(),
    used: integer().notNull().default(0),
    /** The used calls whose holds are deleted. */
    folded: integer().notNull().default(0),
    /** The payment that bought it. */
    signature: text()
      .notNull()
      .unique()
      .references(() => chainSignatures.signature),
    created_at: createdAt(),
  },
  (table) => [
    check('passes_tier', sql`${table.tier} IN ('traveller', 'voyager')`),
    check('passes_period', sql`${table.expires_at} > ${table.starts_at}`),
    check('passes_used', sql`${table.used} >= 0 AND ${table.used} <= ${table.included}`),
    check('passes_folded', sql`${table.folded} >= 0 AND ${table.folded} <= ${table.used}`),
    uniqueIndex('passes_queue').on(table.account_id, table.starts_at),
  ],
);

/** A charge before it is final. `held` turns once into posted, voided or expired. */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    /** With the id the name of the hold, because ids come twice after a failover that lost commits; none in holds of older versions. */
    token: bigint({ mode: 'bigint' }),
    account_id: bigint({ mode: 'bigint' }).notNull(),
    amount: atomic(),
    kind: text().notNull(),
    subject: text().notNull(),
    /** SHA-256 of the canonical request. */
    request_hash: bytes().notNull(),
    /** The size of the request, as the seller writes it, for later questions; holds of older versions have none. */
    size: text(),
    /** SHA-256 of the canonical requests of the line's whole bill, and the line's index on it. */
    bill_hash: bytes(),
    line: smallint().notNull().default(0),
    /** The pass that the call draws on; the amount is then zero. */
    pass_id: bigint({ mode: 'bigint' }).references(() => passes.id),
    /** The caller's own name for the bill; taken away after 24 hours. */
    idempotency_key: text(),
    state: text().notNull().default('held'),
    /** Of a voided hold: whether the answer was free because of us, or there was none. */
    why: text(),
    created_at: createdAt(),
    expires_at: moment().notNull(),
    closed_at: moment(),
    /** When the response that carried the answer was finished: until then a repeat gets the answer again. */
    finished_at: moment(),
    /** The hold's own id once it is posted: a charge without a stored answer breaks a foreign key. */
    answer_id: bigint({ mode: 'bigint' }).references((): AnyPgColumn => answers.hold_id),
  },
  (table) => [
    check('holds_amount', sql`${table.amount} >= 0`),
    check('holds_pass_is_free', sql`${table.pass_id} IS NULL OR ${table.amount} = 0`),
    check('holds_identified', sql`${table.idempotency_key} IS NULL OR ${table.bill_hash} IS NOT NULL`),
    check('holds_finished', sql`${table.finished_at} IS NULL OR ${table.state} = 'posted'`),
    check('holds_request_hash', sql`octet_length(${table.request_hash}) = 32`),
    check('holds_size', sql`octet_length(${table.size}) BETWEEN 1 AND 32`),
    check('holds_state', sql`${table.state} IN ('held', 'posted', 'voided', 'expired')`),
    check('holds_closed', sql`(${table.state} = 'held') = (${table.closed_at} IS NULL)`),
    check('holds_why', sql`(${table.state} = 'voided') = (${table.why} IS NOT NULL)`),
    check('holds_why_known', sql`${table.why} IN ('free', 'failed')`),
    check('holds_answered', sql`(${table.state} = 'posted') = (${table.answer_id} IS NOT NULL)`),
    check('holds_own_answer', sql`${table.answer_id} = ${table.id}`),
    index('holds_open').on(table.expires_at).where(sql`${table.state} = 'held'`),
    uniqueIndex('holds_identifier')
      .on(table.account_id, table.idempotency_key, table.line)
      .where(sql`${table.idempotency_key} IS NOT NULL AND ${table.state} IN ('held', 'posted')`),
    index('holds_unfinished')
      .on(table.account_id, table.request_hash, table.closed_at)
      .where(sql`${table.state} = 'posted' AND ${table.finished_at} IS NULL`),
    index('holds_given_back').on(table.closed_at).where(sql`${table.state} IN ('voided', 'expired')`),
    // An answer goes only when no hold names it, which the foreign key looks up.
    index('holds_answer').on(table.answer_id).where(sql`${table.answer_id} IS NOT NULL`),
    index('holds_posted').on(table.account_id, table.closed_at, table.id).where(sql`${table.state} = 'posted'`),
    index('holds_subject')
      .on(table.account_id, table.subject, table.closed_at, table.id)
      .where(sql`${table.state} = 'posted'`),
  ],
);

/** The delivered answer of a charge, byte for byte. */
export const answers = pgTable(
  'answers',
  {
    hold_id: bigint({ mode: 'bigint' })
      .notNull()
      .references((): AnyPgColumn => holds.id),
    /** Deleted after 24 hours; the row stays as the proof that there was one. */
    body: text(),
    verdict: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'answers_pk', columns: [table.hold_id] }),
    index('answers_bodies').on(table.created_at).where(sql`${table.body} IS NOT NULL`),
  ],
);
