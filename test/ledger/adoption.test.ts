import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adoptPayment } from '#ledger/payments/adoption.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook, PaymentReservation } from '#ledger/payments/payment-book.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectSound, fresh, hash, lapsePayments, moved, payment, WORK, work } from './payments-fixture.ts';

let test: TestDatabase;
let book: PaymentBook;
beforeAll(async () => {
  test = await openTestDatabase();
  book = openPaymentBook(test.database);
});
afterEach(() => expectSound(test.database.sql));
afterAll(() => test.stop());

const FAILED = { spentLamports: 0n, blame: true };

/** What the chain tells of a payment. */
function landed({ messageHash, payer, source, amountAtomic }: PaymentReservation) {
  return { messageHash, payer, source, amountAtomic, signature: fresh('signature') };
}
const adopt = (one: ReturnType<typeof landed>) => adoptPayment(test.database.sql, one);
const movedBy = ({ messageHash }: PaymentReservation) =>
  moved(test.database.sql, `x402:${Buffer.from(messageHash).toString('hex')}`);

describe('a payment per call that landed', () => {
  it('is entered as settled where the books never heard of it, once, by however many at once', async () => {
    const forgotten = payment();
    const one = landed(forgotten);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => adopt(one)));
    expect(outcomes.filter((outcome) => outcome === 'adopted')).toHaveLength(1);
    expect(await adopt(one)).toBe('already');
    expect(await book.recall(forgotten.messageHash)).toMatchObject({ state: 'settled', answers: null, leased: false });
    expect(await movedBy(forgotten)).toEqual(['chain > revenue 50000']);
    expect(await book.reserve(forgotten)).toMatchObject({ outcome: 'known', record: { state: 'settled' } });
  });

  it('is settled where it was given back, and cannot run again', async () => {
    const given = payment();
    await book.reserve(given);
    await book.release(given.messageHash);
    expect(await adopt(landed(given))).toBe('adopted');
    expect(await book.reserve(given)).toMatchObject({ outcome: 'known', record: { state: 'settled' } });
    expect(await movedBy(given)).toEqual(['chain > revenue 50000']);
  });

  it('is settled with the answers that are left of it, where its process ended or it was burnt', async () => {
    const identifier = fresh('identifier');
    const [abandoned, burnt] = [payment(), payment({ identifier })];
    for (const one of [abandoned, burnt]) await work(book, one, { earnedAtomic: 30_000n, changeKeyHash: hash('key') });
    await lapsePayments(test.database.sql, abandoned.messageHash);
    await book.failed(burnt.messageHash, FAILED);
    // The payer signed anew under the same name meanwhile.
    const next = payment({ identifier, payer: burnt.payer });
    await work(book, next);
    for (const one of [abandoned, burnt]) {
      expect(await adopt(landed(one))).toBe('adopted');
      expect(await book.recall(one.messageHash)).toMatchObject({ state: 'settled', answers: WORK.answers });
      expect(await movedBy(one)).toEqual(['chain > revenue 30000']);
      expect(await book.creditChange(one.messageHash)).toBe(true);
    }
  });

  it('is left to whoever works on it', async () => {
    const [worked, sent] = [payment(), payment()];
    for (const one of [worked, sent]) await work(book, one);
    await book.sent(sent.messageHash, null, WORK.answers);
    for (const one of [worked, sent]) expect(await adopt(landed(one))).toBe('in_progress');
    expect(await book.recall(sent.messageHash)).toMatchObject({ state: 'sent', signature: null });
    await lapsePayments(test.database.sql, sent.messageHash);
    expect(await adopt(landed(sent))).toBe('adopted');
  });
});
