import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { accountIds } from './books.ts';
import { atomic, bytes, createdAt } from './columns.ts';

/** Every on-chain signature that was ever taken as a payment, in whichever role. A row is never deleted. */
export const chainSignatures = pgTable(
  'chain_signatures',
  {
    signature: text().primaryKey(),
    role: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    check('chain_signatures_role', sql`${table.role} IN ('claim', 'x402')`),
    index('chain_signatures_created').on(table.created_at),
  ],
);

/** A transfer that was credited: once for each signature. */
export const claims = pgTable(
  'claims',
  {
    signature: text()
      .primaryKey()
      .references(() => chainSignatures.signature),
    /** SHA-256 of the ticket's id: a repeat of the claim must show the same ticket. */
    ticket_hash: bytes().notNull(),
    account_id: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => accountIds.id),
    amount: atomic(),
    /** The tier that the ticket bought; null for credit. */
    tier: text(),
    /** Whether the claim made the account, so that its repeat may issue the key again. */
    opened: boolean().notNull(),
    /** How often that was done. */
    reissues: smallint().notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    check('claims_reissues', sql`${table.reissues} BETWEEN 0 AND 5`),
    check('claims_amount', sql`${table.amount} > 0`),
    check('claims_ticket_hash', sql`octet_length(${table.ticket_hash}) = 32`),
    index('claims_account').on(table.account_id),
    index('claims_created').on(table.created_at),
    index('claims_passes').on(table.signature).where(sql`${table.tier} IS NOT NULL`),
  ],
);
