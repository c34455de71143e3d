import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook, PaymentReservation } from '#ledger/payments/payment-book.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectSound, fresh, hash, lapsePayments, payment, settle, WORK, work } from './payments-fixture.ts';

let test: TestDatabase;
let book: PaymentBook;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  book = openPaymentBook(test.database);
  sql = test.database.sql;
});
afterEach(() => expectSound(sql));
afterAll(() => test.stop());

/** A payment under an identifier that was settled `hours` ago, and those that the payer signs later under the same. */
async function settledBefore(
  hours: number,
): Promise<{ old: PaymentReservation; later: (request?: string) => PaymentReservation }> {
  const old = await settle(book, payment({ identifier: fresh('identifier') }));
  await sql`
    UPDATE payments SET created_at = created_at - make_interval(hours => ${hours}),
      closed_at = closed_at - make_interval(hours => ${hours})
    WHERE message_hash = ${old.messageHash}`;
  const { payer, identifier } = old;
  return { old, later: (request = 'request') => payment({ payer, identifier, requestHash: hash(request) }) };
}

describe('5.3 the identifier of a settled payment', () => {
  it('counts for 24 hours', async () => {
    const { old, later } = await settledBefore(23);
    expect(await book.reserve(later())).toMatchObject({ outcome: 'identified', record: { answers: WORK.answers } });
    expect(await book.reserve(later('other'))).toEqual({ outcome: 'identifier_differs' });
    expect(await book.forgetOldAnswers()).toBe(0);
    expect(await book.recall(old.messageHash)).toMatchObject({ identifier: old.identifier });
  });

  it.each(['request', 'other'])(
    'is free for a new payment for the %s after that, and in use again by it',
    async (asked) => {
      const { old, later } = await settledBefore(25);
      const next = later(asked);
      expect(await book.reserve(next)).toMatchObject({ outcome: 'reserved' });
      expect(await book.recall(old.messageHash)).toMatchObject({ state: 'settled', identifier: null });
      expect(await book.reserve(later(asked))).toMatchObject({ outcome: 'identified', record: next });
    },
  );

  it('names one payment when many come at once after that', async () => {
    const { later } = await settledBefore(25);
    const results = await Promise.all(Array.from({ length: 10 }, () => book.reserve(later())));
    expect(results.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'identified')).toHaveLength(9);
  });

  it('goes with its answers', async () => {
    await book.forgetOldAnswers();
    const { old } = await settledBefore(25);
    const burnt = await work(book, payment({ identifier: fresh('identifier') }));
    await book.failed(burnt.messageHash, { spentLamports: 0n, blame: false });
    await sql`UPDATE payments SET created_at = now() - interval '25 hours' WHERE message_hash = ${burnt.messageHash}`;
    expect(await book.forgetOldAnswers()).toBe(2);
    for (const { messageHash } of [old, burnt]) {
      expect(await book.recall(messageHash)).toMatchObject({ answers: null, identifier: null });
    }
  });
});

it('5.3 old answers of a busy day are deleted in one sweep', async () => {
  await sql`INSERT INTO payers (source) VALUES ('busy day')`;
  await sql`
    INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, address,
      height_bound, leased_until, created_at, closed_at, state, answers)
    SELECT sha256(n::text::bytea), sha256('x'), sha256('x'), 2, true, 'busy', 'busy day', 1, 'a', 1, now(),
      now() - interval '25 hours', now() - interval '25 hours', 'failed', '[]'
    FROM generate_series(1, 2500) AS n`;
  expect(await book.forgetOldAnswers()).toBe(2_500);
  expect(await sql`SELECT FROM payments WHERE source = 'busy day' AND answers IS NOT NULL`).toHaveLength(0);
});

describe('5.11 a payment that was noted as sent', () => {
  it('is so again for who asked before and got no answer, and for nobody else', async () => {
    for (const signature of [fresh('signature'), null]) {
      const { messageHash } = await work(book);
      expect(await book.sent(messageHash, signature, WORK.answers, true)).toBe('sent');
      expect(await book.sent(messageHash, signature, WORK.answers, true)).toBe('sent');
      expect(await book.sent(messageHash, signature, WORK.answers)).toBe('lost');
      expect(await book.sent(messageHash, fresh('signature'), WORK.answers, true)).toBe('lost');
      await sql`UPDATE payments SET leased_until = now() WHERE message_hash = ${messageHash}`;
      expect(await book.sent(messageHash, signature, WORK.answers, true)).toBe('lost');
    }
  });
});

describe('5.3 a payment that another call has worked since the lease ended', () => {
  it('is not sent by who worked before: the payer gets the answers that are stored', async () => {
    const reservation = payment();
    const signature = fresh('signature');
    await work(book, reservation);
    await lapsePayments(sql, reservation.messageHash);
    expect(await book.releaseAbandoned()).toBeGreaterThan(0);
    const own = '[{"verdict":"HIGH"}]';
    await work(book, reservation, { answers: own });
    expect(await book.sent(reservation.messageHash, signature, WORK.answers)).toBe('lost');
    expect(await book.sent(reservation.messageHash, signature, own)).toBe('sent');
    // The signature of a message is the same whoever sends it.
    expect(await book.sent(reservation.messageHash, signature, WORK.answers, true)).toBe('lost');
    expect(await book.sent(reservation.messageHash, signature, own, true)).toBe('sent');
  });
});

describe('5.14 change that is due', () => {
  it('is reported from after the payment that was read last, also where several closed at once', async () => {
    const due = { earnedAtomic: 30_000n, changeKeyHash: hash(fresh('key')) };
    for (let n = 0; n < 5; n += 1) await settle(book, payment(), due);
    await sql`UPDATE payments SET closed_at = now() WHERE change_key_hash = ${due.changeKeyHash}`;
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const all = (await book.changeDue(10)).map(({ messageHash }) => hex(messageHash));
    const seen: string[] = [];
    for (let after: Uint8Array | null = null, n = 0; n < 3; n += 1) {
      const some = await book.changeDue(2, after);
      seen.push(...some.map(({ messageHash }) => hex(messageHash)));
      after = some.at(-1)?.messageHash ?? null;
    }
    expect(all).toHaveLength(5);
    expect(seen).toEqual(all);
  });
});
