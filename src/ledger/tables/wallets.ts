import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, moment } from './columns.ts';

/*
 * The knowledge of wallets from earlier checks. It is no money: all of it can be read from the chain again, so rows are deleted when
 * they are old, and a wallet is deleted with all its rows.
 */

/** A wallet of a chain of which transactions are kept. Its row is the lock under which they change. */
export const walletHistories = pgTable(
  'wallet_histories',
  {
    id: id(),
    /** Separates networks and sandboxes: addresses and signatures of one mean nothing in another. */
    chain: text().notNull(),
    wallet: bytes().notNull(),
    /** When it was last asked about. */
    used_at: moment().notNull().defaultNow(),
    /** How many transactions are kept of it. */
    kept: integer().notNull().default(0),
    /** The newest transaction up to which everything from `seam_from` (Unix seconds) on is kept, in effects of one format. */
    seam_signature: bytes(),
    seam_slot: bigint({ mode: 'bigint' }),
    seam_from: bigint({ mode: 'bigint' }),
    seam_format: smallint(),
    /** Everything before this moment (Unix seconds) was deleted. */
    forgotten_before: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** When transactions were last deleted because there were too many. */
    shortened_at: moment(),
  },
  (table) => [
    check('wallet_histories_wallet', sql`octet_length(${table.wallet}) = 32`),
    check('wallet_histories_kept', sql`${table.kept} BETWEEN 0 AND 25000`),
    check(
      'wallet_histories_seam',
      sql`num_nulls(${table.seam_signature}, ${table.seam_slot}, ${table.seam_from}, ${table.seam_format}) IN (0, 4)`,
    ),
    check('wallet_histories_seam_signature', sql`octet_length(${table.seam_signature}) = 64`),
    check('wallet_histories_seam_slot', sql`${table.seam_slot} >= 0`),
    check('wallet_histories_seam_whole', sql`${table.seam_from} >= ${table.forgotten_before}`),
    uniqueIndex('wallet_histories_name').on(table.chain, table.wallet),
  ],
);

/** The effects of one transaction on a wallet. The ledger does not read bodies; `format` says which version wrote them. */
export const walletEffects = pgTable(
  'wallet_effects',
  {
    history_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => walletHistories.id, { onDelete: 'cascade' }),
    signature: bytes().notNull(),
    slot: bigint({ mode: 'bigint' }).notNull(),
    /** Unix seconds, where known. */
    time: bigint({ mode: 'bigint' }),
    format: smallint().notNull(),
    /** Whether the wallet's own list names the transaction, or a token account's only. */
    listed: boolean().notNull(),
    body: bytes().notNull(),
  },
  (table) => [
    primaryKey({ name: 'wallet_effects_pk', columns: [table.history_id, table.signature] }),
    check('wallet_effects_signature', sql`octet_length(${table.signature}) = 64`),
    check('wallet_effects_slot', sql`${table.slot} >= 0`),
    check('wallet_effects_body', sql`octet_length(${table.body}) BETWEEN 1 AND 4096`),
  ],
);
