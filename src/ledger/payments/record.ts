import { RETENTION_SECONDS } from '../holds/limits.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import type { PaymentRecord, PaymentState } from './payment-book.ts';
import { assigned, isBefore, isLeased, isState, keepsIdentifier, leadsFrom } from './states.ts';

interface PaymentRow {
  readonly message_hash: Uint8Array;
  readonly header_hash: Uint8Array;
  readonly request_hash: Uint8Array;
  readonly version: 1 | 2;
  readonly secret: boolean;
  readonly payer: string;
  readonly source: string;
  readonly amount: bigint;
  readonly identifier: string | null;
  readonly address: string;
  readonly height_bound: bigint;
  readonly state: PaymentState;
  readonly signature: string | null;
  readonly answers: string | null;
  readonly earned: bigint | null;
  readonly change_key_hash: Uint8Array | null;
  readonly leased: boolean;
  readonly closed_seconds: number | null;
  readonly reserved_at: number;
  readonly reserved_seconds: number;
}

/** A payment by its message, or null. */
export async function recall(sql: Sql, messageHash: Uint8Array): Promise<PaymentRecord | null> {
  return await unlessDown(findPayment(sql, messageHash));
}

/** The same within a transaction. */
export async function findPayment(sql: Sql | SqlTransaction, messageHash: Uint8Array): Promise<PaymentRecord | null> {
  const rows = await sql<PaymentRow[]>`
    SELECT ${columns(sql)} FROM payments WHERE message_hash = ${messageHash}`;
  return rows[0] ? recordOf(rows[0]) : null;
}

/**
 * The payment of the payer with the identifier that was neither burnt nor given back, if it is another one. One that was settled more than
 * 24 hours ago does not count: it loses the identifier, which the unique index would refuse to a new one.
 */
export async function findIdentified(
  tx: SqlTransaction,
  { payer, identifier, messageHash }: Pick<PaymentRecord, 'payer' | 'identifier' | 'messageHash'>,
): Promise<PaymentRecord | null> {
  if (identifier === null) return null;
  const rows = await tx<PaymentRow[]>`
    SELECT ${columns(tx)} FROM payments
    WHERE payer = ${payer} AND identifier = ${identifier} AND ${keepsIdentifier(tx)}
      AND message_hash <> ${messageHash}`;
  const [row] = rows;
  if (!row || !isStale(row)) return row ? recordOf(row) : null;
  await tx`
    UPDATE payments SET ${assigned(tx, 'give up identifier')}
    WHERE message_hash = ${row.message_hash} AND identifier = ${identifier} AND ${isBefore(tx, 'give up identifier')}`;
  return null;
}

function isStale({ state, closed_seconds }: PaymentRow): boolean {
  return leadsFrom('give up identifier', state) && closed_seconds !== null && closed_seconds >= RETENTION_SECONDS;
}

export async function isPaidAnew(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql`
    SELECT FROM payments AS own JOIN payments
      ON payments.source = own.source AND payments.payer = own.payer AND payments.request_hash = own.request_hash
    WHERE own.message_hash = ${messageHash} AND payments.created_at > own.created_at AND ${keepsIdentifier(sql)} LIMIT 1`);
  return rows.length > 0;
}

/** Payments without a lease that may have reached the chain, oldest first. */
export async function unresolved(sql: Sql, limit: number): Promise<readonly PaymentRecord[]> {
  const rows = await unlessDown(sql<PaymentRow[]>`
    SELECT ${columns(sql)} FROM payments WHERE ${isState(sql, 'sent')} AND NOT ${isLeased(sql)}
    ORDER BY created_at LIMIT ${limit}`);
  return rows.map(recordOf);
}

function columns(sql: Sql | SqlTransaction) {
  return sql`message_hash, header_hash, request_hash, version, secret, payer, source, amount, identifier, address,
    height_bound, state, signature, answers, earned, change_key_hash, ${isLeased(sql)} AS leased,
    floor(extract(epoch FROM now() - closed_at))::int AS closed_seconds,
    floor(extract(epoch FROM created_at))::float8 AS reserved_at,
    floor(extract(epoch FROM now() - created_at))::float8 AS reserved_seconds`;
}

function recordOf(row: PaymentRow): PaymentRecord {
  return {
    messageHash: row.message_hash,
    headerHash: row.header_hash,
    requestHash: row.request_hash,
    version: row.version,
    secret: row.secret,
    payer: row.payer,
    source: row.source,
    amountAtomic: row.amount,
    identifier: row.identifier,
    address: row.address,
    heightBound: row.height_bound,
    state: row.state,
    signature: row.signature,
    answers: row.answers,
    earnedAtomic: row.earned,
    changeKeyHash: row.change_key_hash,
    leased: row.leased,
    closedSecondsAgo: row.closed_seconds,
    reservedAt: row.reserved_at,
    reservedSecondsAgo: row.reserved_seconds,
  };
}
