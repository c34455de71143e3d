import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openClaimBook } from '#ledger/claims.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook, PaymentReservation } from '#ledger/payments/payment-book.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  expectSound,
  fresh,
  hash,
  lapsePayments,
  moved,
  payment,
  settle,
  transfer,
  WORK,
  work,
} from './payments-fixture.ts';

let test: TestDatabase;
let replica: Database;
let books: readonly [PaymentBook, PaymentBook];
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = await openDatabase({ url: test.url });
  books = [openPaymentBook(test.database), openPaymentBook(replica)];
  sql = test.database.sql;
});
afterEach(() => expectSound(sql));
afterAll(async () => {
  await replica.stop();
  await test.stop();
});

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The results of `count` calls at once, on two replicas by turns. */
function atOnce<T>(count: number, call: (book: PaymentBook, index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(books[index % 2 === 0 ? 0 : 1], index)));
}

function count(results: readonly (string | { readonly outcome: string })[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const name = typeof result === 'string' ? result : result.outcome;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

it('5.10 twenty presentations of one message reserve it once', async () => {
  const one = payment();
  expect(count(await atOnce(20, (book) => book.reserve(one)))).toEqual({ reserved: 1, known: 19 });
});

it('5.11 twenty presentations of a released payment run it once', async () => {
  const one = payment();
  await books[0].reserve(one);
  await books[0].release(one.messageHash);
  expect(count(await atOnce(20, (book) => book.reserve(one)))).toEqual({ reserved: 1, known: 19 });
});

it('5.13 ten payments of one payer and source at once leave at most four unsettled, and each sees those before it', async () => {
  const from = { payer: fresh('payer'), source: fresh('source') };
  // The first round makes the row of the source, the others find it.
  for (let round = 0; round < 5; round += 1) {
    const results = await atOnce(10, (book) => book.reserve(payment(from)));
    expect(count(results)).toEqual({ reserved: 4, source_busy: 6 });
    const others = results.flatMap((result) => (result.outcome === 'reserved' ? [result.othersAtomic] : []));
    expect(others.sort((one, two) => Number(one - two))).toEqual([0n, 50_000n, 100_000n, 150_000n]);
    await lapsePayments(sql);
    await books[0].releaseAbandoned();
  }
});

it('5.3 one identifier from many sources of a payer at once names one payment', async () => {
  const [payer, identifier] = [fresh('payer'), fresh('identifier')];
  const results = await atOnce(20, (book) => book.reserve(payment({ payer, identifier })));
  expect(count(results)).toEqual({ reserved: 1, identified: 19 });
});

it('5.3 a released payment and a new one of the same identifier do not both run', async () => {
  for (let round = 0; round < 10; round += 1) {
    const one = payment({ identifier: fresh('identifier') });
    await books[0].reserve(one);
    await books[0].release(one.messageHash);
    const rival = payment({ payer: one.payer, identifier: one.identifier });
    const results = await Promise.all([books[0].reserve(one), books[1].reserve(rival)]);
    expect(count(results)).toEqual({ reserved: 1, identified: 1 });
    await lapsePayments(sql);
    await books[0].releaseAbandoned();
  }
});

it('5.11 of all who take over, send or settle at once, one does, and what was earned is posted once', async () => {
  const one = payment();
  await books[0].reserve(one);
  await lapsePayments(sql, one.messageHash);
  const taken = await atOnce(20, (book) => book.takeOver(one.messageHash));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const done = await atOnce(20, (book) => book.worked(one.messageHash, WORK));
  expect(done.filter(Boolean)).toHaveLength(1);
  const signature = fresh('signature');
  expect(count(await atOnce(20, (book) => book.sent(one.messageHash, signature, WORK.answers)))).toEqual({
    sent: 1,
    lost: 19,
  });
  expect(count(await atOnce(20, (book) => book.settled(one.messageHash, signature)))).toEqual({ settled: 20 });
  expect(await moved(sql, `x402:${hex(one.messageHash)}`)).toEqual(['chain > revenue 50000']);
});

it('5.11 a settlement and a failure at once end in one of both, and a landed payment ends settled', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { messageHash } = await work(books[0]);
    await books[0].sent(messageHash, null, WORK.answers);
    const [settled] = await Promise.all([
      books[0].settled(messageHash, fresh('signature')),
      books[1].failed(messageHash, { spentLamports: 0n, blame: true }),
    ]);
    expect(settled).toBe('settled');
    expect(await books[0].recall(messageHash)).toMatchObject({ state: 'settled' });
    expect(await moved(sql, `x402:${hex(messageHash)}`)).toHaveLength(1);
  }
});

it('5.11 an abandoned payment is taken over or released, never both', async () => {
  for (let round = 0; round < 10; round += 1) {
    const one = payment();
    await books[0].reserve(one);
    await lapsePayments(sql, one.messageHash);
    const [taken, released] = await Promise.all([books[0].takeOver(one.messageHash), books[1].releaseAbandoned()]);
    expect(released + (taken ? 1 : 0)).toBe(1);
    expect(await books[0].recall(one.messageHash)).toMatchObject({ state: taken ? 'reserved' : 'released' });
    await books[0].release(one.messageHash);
  }
});

it('5.10 a claim and a payment of one signature at once: one has it', async () => {
  const claims = openClaimBook(replica);
  for (let round = 0; round < 10; round += 1) {
    const { messageHash } = await work(books[0]);
    await books[0].sent(messageHash, null, WORK.answers);
    const signature = fresh('signature');
    const [paid, credited] = await Promise.all([
      books[0].settled(messageHash, signature),
      claims.credit(transfer({ signature })),
    ]);
    expect([paid, credited.outcome].sort()).toEqual(paid === 'settled' ? ['settled', 'taken'] : ['credited', 'taken']);
  }
});

it('5.14 change is credited once, and one key has one account', async () => {
  const key = hash(fresh('key'));
  const due = { earnedAtomic: 30_000n, changeKeyHash: key };
  const settled: PaymentReservation[] = [];
  for (let index = 0; index < 5; index += 1) settled.push(await settle(books[0], payment(), due));
  const results = await atOnce(20, (book, index) => book.creditChange(settled[index % 5]?.messageHash ?? key));
  expect(results.filter(Boolean)).toHaveLength(5);
  const rows = await sql`SELECT balance FROM accounts JOIN api_keys ON account_id = id WHERE hash = ${key}`;
  expect(rows).toEqual([{ balance: 100_000n }]);
});
