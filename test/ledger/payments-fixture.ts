import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { CreditRequest } from '#ledger/claims.ts';
import type { PaymentBook, PaymentReservation } from '#ledger/payments/payment-book.ts';
import type { Sql } from '#ledger/postgres/sql.ts';

export const PASS = { tier: 'traveller', days: 30, calls: 2_000 } as const;

export function hash(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** A text that no other test uses: a signature, a source, a payer, a message. */
export function fresh(what: string): string {
  return `${what}-${randomBytes(8).toString('hex')}`;
}

export function transfer(changes: Partial<CreditRequest> = {}): CreditRequest {
  return {
    signature: fresh('signature'),
    ticketHash: hash(fresh('ticket')),
    amountAtomic: 5_000_000n,
    pass: null,
    ...changes,
  };
}

export function payment(changes: Partial<PaymentReservation> = {}): PaymentReservation {
  const message = fresh('message');
  return {
    messageHash: hash(message),
    headerHash: hash(`header of ${message}`),
    requestHash: hash('request'),
    version: 2,
    secret: true,
    payer: fresh('payer'),
    source: fresh('source'),
    amountAtomic: 50_000n,
    identifier: null,
    address: '192.0.2.1',
    heightBound: 1_000n,
    ...changes,
  };
}

export const WORK = { answers: '[{"verdict":"LOW"}]', earnedAtomic: 50_000n, changeKeyHash: null };

/** Takes a payment to `worked`, under a lease. */
export async function work(book: PaymentBook, reservation = payment(), done = {}): Promise<PaymentReservation> {
  expect(await book.reserve(reservation)).toMatchObject({ outcome: 'reserved' });
  expect(await book.worked(reservation.messageHash, { ...WORK, ...done })).toBe(true);
  return reservation;
}

/** Takes a payment to `settled`; returns it with its signature. */
export async function settle(book: PaymentBook, reservation = payment(), done = {}) {
  await work(book, reservation, done);
  const signature = fresh('signature');
  expect(await book.sent(reservation.messageHash, signature, WORK.answers)).toBe('sent');
  expect(await book.settled(reservation.messageHash, signature)).toBe('settled');
  return { ...reservation, signature };
}

/** Lets the lease of a payment, or of all open payments, run out. */
export async function lapsePayments(sql: Sql, messageHash: Uint8Array | null = null): Promise<void> {
  await sql`
    UPDATE payments SET leased_until = now() - interval '61 seconds'
    WHERE closed_at IS NULL AND (message_hash = ${messageHash} OR ${messageHash}::bytea IS NULL)`;
}

/** What a movement moved, as `from > to amount`, or nothing. */
export async function moved(sql: Sql, cause: string): Promise<readonly string[]> {
  const rows = await sql<{ line: string }[]>`
    SELECT regexp_replace(COALESCE(giver.name, giver.kind), ':.*', '') || ' > ' ||
      regexp_replace(COALESCE(taker.name, taker.kind), ':.*', '') || ' ' || amount AS line
    FROM movements JOIN postings ON postings.movement_id = movements.id
    JOIN accounts AS giver ON giver.id = from_account JOIN accounts AS taker ON taker.id = to_account
    WHERE cause = ${cause}`;
  return rows.map(({ line }) => line);
}

/** Fails unless all balances sum to zero and each is the sum of its postings. */
export async function expectSound(sql: Sql): Promise<void> {
  const rows = await sql`
    WITH sides AS (
      SELECT to_account AS id, amount FROM postings UNION ALL SELECT from_account, -amount FROM postings
    ), sums AS (SELECT id, sum(amount) AS amount FROM sides GROUP BY id)
    SELECT (SELECT sum(balance)::int FROM accounts) AS sum, (
      SELECT count(*)::int FROM accounts LEFT JOIN sums USING (id) WHERE balance <> COALESCE(sums.amount, 0)
    ) AS unbalanced, (
      SELECT count(*)::int FROM movements
      WHERE kind <> 'grant' AND NOT EXISTS (SELECT FROM postings WHERE movement_id = movements.id)
    ) AS empty`;
  expect(rows[0]).toEqual({ sum: 0, unbalanced: 0, empty: 0 });
}

/** The keys of the account that a signature credited, unrevoked ones only. */
export async function liveKeys(sql: Sql, signature: string): Promise<readonly Uint8Array[]> {
  const rows = await sql<{ hash: Uint8Array }[]>`
    SELECT hash FROM api_keys JOIN claims USING (account_id) WHERE signature = ${signature} AND revoked_at IS NULL`;
  return rows.map((row) => row.hash);
}
