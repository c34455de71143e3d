import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClaimBook } from '#ledger/claims.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { patient } from './fixture.ts';
import { expectSound, fresh, hash, payment, transfer, WORK } from './payments-fixture.ts';

let test: TestDatabase;
let replica: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = await openDatabase({ url: test.url });
});
afterAll(async () => {
  await expectSound(test.database.sql);
  await replica.stop();
  await test.stop();
});

it('a storm of everything at once ends in sound books, without a deadlock', async () => {
  const { sql } = test.database;
  const books = [patient(openPaymentBook(test.database)), patient(openPaymentBook(replica))] as const;
  const claims = [patient(openClaimBook(test.database)), patient(openClaimBook(replica))] as const;
  const key = await claims[0].credit(transfer());
  const apiKey = key.outcome === 'credited' ? (key.apiKey ?? '') : '';
  const sources = Array.from({ length: 8 }, () => fresh('source'));
  const failures = await Promise.allSettled(
    Array.from({ length: 60 }, async (_, index) => {
      const book = books[index % 2 === 0 ? 0 : 1];
      const source = sources[index % sources.length] ?? '';
      const one = payment({ source });
      const topUp = claims[index % 2 === 0 ? 0 : 1].credit(
        transfer({ apiKey, amountAtomic: 19_000_000n, pass: { tier: 'traveller', days: 30, calls: 5 } }),
      );
      if ((await book.reserve(one)).outcome !== 'reserved') return await topUp;
      await book.worked(one.messageHash, { ...WORK, earnedAtomic: 20_000n, changeKeyHash: hash(apiKey) });
      const signature = fresh('signature');
      await book.sent(one.messageHash, signature, WORK.answers);
      if (index % 5 === 0) await book.failed(one.messageHash, { spentLamports: 1n, blame: true });
      else await book.settled(one.messageHash, signature);
      await book.creditChange(one.messageHash);
      return await topUp;
    }),
  );
  expect(failures.filter(({ status }) => status === 'rejected')).toEqual([]);
  const rows = await sql`
    SELECT count(*)::int AS passes, count(DISTINCT starts_at)::int AS starts FROM passes
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${hash(apiKey)})`;
  expect(rows[0]).toEqual({ passes: 60, starts: 60 });
  const statistics = await sql`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database() `;
  expect(statistics[0]).toEqual({ deadlocks: 0 });
});
