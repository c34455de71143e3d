import { chainAccount, lockAccount, move, openAccount } from '../accounts/movement.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Database, Sql } from '../postgres/sql.ts';
import { type SqlTransaction, transact } from '../postgres/transaction.ts';
import type { ChangeDue, PaymentBook } from './payment-book.ts';
import { isPaidAnew, recall, unresolved } from './record.ts';
import { reservePayment } from './reservation.ts';
import { forgetPaymentAnswers, forgetUnused, release, releaseAbandoned } from './retention.ts';
import { failed, sent, settled, worked } from './settlement.ts';
import { failedSpendLamports } from './shares.ts';
import { assigned, isBefore } from './states.ts';

/** The books of payments per call in a database. Every method throws not_ready while the database cannot be reached. */
export function openPaymentBook({ sql }: Database): PaymentBook {
  return {
    reserve: (reservation) => reservePayment(sql, reservation),
    recall: (messageHash) => recall(sql, messageHash),
    renew: (messageHash) => renewPayment(sql, messageHash),
    takeOver: (messageHash) => takeOver(sql, messageHash),
    worked: (messageHash, work) => worked(sql, messageHash, work),
    sent: (messageHash, signature, answers, again) => sent(sql, messageHash, signature, answers, again),
    isPaidAnew: (messageHash) => isPaidAnew(sql, messageHash),
    putOff: (messageHash) => putOff(sql, messageHash),
    settled: (messageHash, signature) => settled(sql, messageHash, signature),
    failed: (messageHash, why) => failed(sql, messageHash, why),
    release: (messageHash) => release(sql, messageHash),
    unresolved: (limit) => unresolved(sql, limit),
    releaseAbandoned: () => releaseAbandoned(sql),
    changeDue: (limit, after) => changeDue(sql, limit, after),
    creditChange: (messageHash) => creditChange(sql, messageHash),
    forgetOldAnswers: () => forgetPaymentAnswers(sql),
    forgetUnused: () => forgetUnused(sql),
    failedSpendLamports: () => failedSpendLamports(sql),
  };
}

/** Starts the lease of an open payment anew; one that has run out stays as it is. */
async function renewPayment(sql: Sql, messageHash: Uint8Array): Promise<void> {
  await unlessDown(sql`
    UPDATE payments SET ${assigned(sql, 'renew')} WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'renew')}`);
}

/** Takes an open payment whose lease is over; of concurrent calls one gets it. */
async function takeOver(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql`
    UPDATE payments SET ${assigned(sql, 'take over')}
    WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'take over')} RETURNING message_hash`);
  return rows.length > 0;
}

async function putOff(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  const rows = await unlessDown(sql`
    UPDATE payments SET ${assigned(sql, 'put off')}
    WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'put off')} RETURNING message_hash`);
  return rows.length > 0;
}

/** Settled payments whose change was not credited yet, oldest first, from behind the payment `after` on where one is named. */
async function changeDue(sql: Sql, limit: number, after: Uint8Array | null = null): Promise<readonly ChangeDue[]> {
  const rows = await unlessDown(sql<{ message_hash: Uint8Array; signature: string }[]>`
    SELECT message_hash, signature FROM payments
    WHERE change_key_hash IS NOT NULL AND change_credited_at IS NULL AND ${isBefore(sql, 'credit change')}
      AND (${after}::bytea IS NULL
        OR (closed_at, message_hash) > (SELECT closed_at, message_hash FROM payments WHERE message_hash = ${after}))
    ORDER BY closed_at, message_hash LIMIT ${limit}`);
  return rows.map((row) => ({ messageHash: row.message_hash, signature: row.signature }));
}

interface DueRow {
  readonly signature: string;
  readonly change: bigint;
  readonly key_hash: Uint8Array;
}

/** Credits the change of a payment once; false when there is none to credit. */
async function creditChange(sql: Sql, messageHash: Uint8Array): Promise<boolean> {
  return await transact(sql, async (tx) => {
    const rows = await tx<DueRow[]>`
      UPDATE payments SET ${assigned(tx, 'credit change')}
      WHERE message_hash = ${messageHash} AND ${isBefore(tx, 'credit change')} AND change_key_hash IS NOT NULL
        AND change_credited_at IS NULL
      RETURNING signature, amount - earned AS change, change_key_hash AS key_hash`;
    const due = rows[0];
    if (!due) return false;
    await move(tx, {
      kind: 'change',
      cause: `change:${Buffer.from(messageHash).toString('hex')}`,
      from: chainAccount(due.signature),
      to: await accountOf(tx, due.key_hash),
      amountAtomic: due.change,
    });
    return true;
  });
}

/** The account of a key, locked, or a new one. A key that was revoked meanwhile still identifies the owner. */
async function accountOf(tx: SqlTransaction, keyHash: Uint8Array): Promise<bigint> {
  const rows = await tx<{ id: bigint }[]>`SELECT account_id AS id FROM api_keys WHERE hash = ${keyHash}`;
  const known = rows[0];
  if (!known) return await openAccount(tx, keyHash);
  await lockAccount(tx, known.id);
  return known.id;
}
