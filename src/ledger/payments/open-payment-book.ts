import type { Database } from '../postgres/sql.ts';
import { changeDue, creditChange } from './change.ts';
import { renewPayment, takeOver } from './lease.ts';
import type { PaymentBook } from './payment-book.ts';
import { recall, unresolved } from './record.ts';
import { reservePayment } from './reservation.ts';
import { forgetPaymentAnswers, forgetUnused, release, releaseAbandoned } from './retention.ts';
import { failed, sent, settled, worked } from './settlement.ts';
import { failedSpendLamports } from './spending.ts';

/** The books of payments per call in a database. Every method throws not_ready while the database cannot be reached. */
export function openPaymentBook({ sql }: Database): PaymentBook {
  return {
    reserve: (reservation) => reservePayment(sql, reservation),
    recall: (messageHash) => recall(sql, messageHash),
    renew: (messageHash) => renewPayment(sql, messageHash),
    takeOver: (messageHash) => takeOver(sql, messageHash),
    worked: (messageHash, work) => worked(sql, messageHash, work),
    sent: (messageHash, signature, again) => sent(sql, messageHash, signature, again),
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
