import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import type { RunningBilling } from '#payments/billing/deps.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { billingAt, billOf, lineAt, PRICE, paidBy, promised, Town } from './billing-town.ts';
import type { SignedPayment } from './billing-world.ts';

let test: TestDatabase;
let second: Database;
let books: { readonly ledger: Ledger; readonly payments: PaymentBook }[];

beforeAll(async () => {
  test = await openTestDatabase();
  second = await openDatabase({ url: test.url });
  books = [test.database, second].map((database) => ({
    ledger: openLedger(database),
    payments: openPaymentBook(database),
  }));
});
afterAll(async () => {
  await second.stop();
  await test.stop();
});
afterEach(async () => {
  const [row] = await test.database.sql<{ sum: bigint }[]>`SELECT sum(balance)::bigint AS sum FROM accounts`;
  expect(row?.sum).toBe(0n);
});

/** The billing of two replicas in one town. */
function replicas(town: Town): readonly [RunningBilling, RunningBilling] {
  const replicaBillings = books.map((book) => town.billing({ ...book, limits: { repeatMsMax: 5_000 } }));
  const [one, other] = replicaBillings;
  if (!one || !other) throw new Error('two replicas');
  return [one, other];
}

async function rowOf({ payment }: SignedPayment) {
  const [row] = await test.database.sql<{ state: string; earned: bigint | null; spent_lamports: bigint }[]>`
    SELECT state, earned, spent_lamports FROM payments WHERE message_hash = ${payment.messageHash}`;
  return row;
}

async function expireLease({ payment }: SignedPayment): Promise<void> {
  await test.database.sql`
    UPDATE payments SET leased_until = now() - interval '1 second' WHERE message_hash = ${payment.messageHash}`;
}

async function revenue(): Promise<bigint> {
  const [row] = await test.database.sql<{ sum: bigint }[]>`
    SELECT sum(balance)::bigint AS sum FROM accounts WHERE name LIKE 'revenue:%'`;
  return row?.sum ?? 0n;
}

describe('5.10 two replicas on one database', () => {
  it('one payment shown to both at the same instant is worked, settled and earned once, and answered twice', async () => {
    const town = new Town();
    const [one, other] = replicas(town);
    const signed = town.wallet.sign(PRICE);
    const before = await revenue();
    const bill = billOf(['a'], paidBy(signed));
    const served = await Promise.all([one, other, one, other].map((billing) => billing.serve(bill, town.work)));
    expect([town.works, town.facilitator.settlements]).toEqual([1, 1]);
    expect(served.filter((each) => billingAt(each).replayed)).toHaveLength(3);
    expect(new Set(served.map((each) => lineAt(each).answer.body)).size).toBe(1);
    expect((await revenue()) - before).toBe(PRICE);
    expect(await rowOf(signed)).toMatchObject({ state: 'settled', earned: PRICE });
  });

  it('one payment shown to both for different requests pays for one of them', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const calls = replicas(town).map((billing, n) => billing.serve(billOf([`r${n}`], paidBy(signed)), town.work));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'payment_already_used' },
    });
    expect(town.works).toBe(1);
  });
});

describe('5.11 a replica that is gone', () => {
  it.each(['worked', 'sent'] as const)(
    'with a payment in %s: the other settles it once and delivers',
    async (state) => {
      const town = new Town();
      const [one, other] = replicas(town);
      const signed = town.wallet.sign(PRICE);
      const settle = town.facilitator.settling;
      town.facilitator.settling = async (payment, beforeSend) => {
        if (state === 'sent') await beforeSend(payment.signature);
        if (state === 'sent') town.chain.land(payment, null);
        return await new Promise<never>(() => undefined);
      };
      void one.serve(billOf(['a'], paidBy(signed)), town.work);
      await until(async () => (await rowOf(signed))?.state === state);
      town.facilitator.settling = settle;
      await expireLease(signed);
      const before = await revenue();
      const served = await other.serve(billOf(['a'], paidBy(signed)), town.work);
      expect(billingAt(served)).toMatchObject({ route: 'x402', transaction: signed.signature });
      expect(town.works).toBe(1);
      expect((await revenue()) - before).toBe(PRICE);
    },
  );

  it('and comes back after its payment was released sends nothing', async () => {
    const town = new Town();
    const [one, other] = replicas(town);
    const signed = town.wallet.sign(PRICE);
    const asleep = promised<void>();
    const call = one.serve(billOf(['a'], paidBy(signed)), async (line) => {
      await asleep.promise;
      return await town.work(line);
    });
    await until(async () => (await rowOf(signed))?.state === 'reserved');
    await expireLease(signed);
    const served = await other.serve(billOf(['a'], paidBy(signed)), town.work);
    expect(billingAt(served)).toMatchObject({ route: 'x402', replayed: false });
    asleep.keep();
    await expect(call).rejects.toMatchObject({ code: 'in_flight' });
    expect(town.facilitator.settlements).toBe(1);
    expect(await rowOf(signed)).toMatchObject({ state: 'settled' });
  });

  it('leaves nothing behind: the upkeep of the other settles what landed', async () => {
    const town = new Town();
    const [one] = replicas(town);
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async (payment, beforeSend) => {
      await beforeSend(null);
      town.chain.land(payment, null);
      return await new Promise<never>(() => undefined);
    };
    void one.serve(billOf(['a'], paidBy(signed)), town.work);
    await until(async () => (await rowOf(signed))?.state === 'sent');
    await expireLease(signed);
    const keeper = town.billing({ ...books[1], limits: { upkeepMs: 5 } });
    keeper.start();
    await until(async () => (await rowOf(signed))?.state === 'settled');
    await keeper.close();
    expect(town.logged).toEqual([]);
  });
});

describe('5.13 a source on any number of replicas', () => {
  it('has at most four unsettled payments', async () => {
    const town = new Town();
    const replicaBillings = replicas(town);
    const held = promised<void>();
    const calls = Array.from({ length: 10 }, (_, n) =>
      replicaBillings[n % 2 === 0 ? 0 : 1].serve(billOf([`s${n}`], paidBy(town.wallet.sign(PRICE))), async (line) => {
        await held.promise;
        return await town.work(line);
      }),
    );
    let refused = 0;
    for (const call of calls) {
      call.catch(() => {
        refused += 1;
        if (refused === 6) held.keep();
      });
    }
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'too_many_payments' });
    }
  });

  it('that let two settlements fail pays by prepaid credit only', async () => {
    const town = new Town();
    const replicaBillings = replicas(town);
    town.facilitator.settling = async (payment, beforeSend) => {
      await beforeSend(payment.signature);
      town.chain.land(payment, 'custom program error: 0x1');
      return { is: 'submitted', signature: payment.signature };
    };
    for (const billing of replicaBillings) {
      const call = billing.serve(billOf(['a'], paidBy(town.wallet.sign(PRICE))), town.work);
      await expect(call).rejects.toMatchObject({ code: 'payment_failed' });
    }
    const third = replicaBillings[0].serve(billOf(['a'], paidBy(town.wallet.sign(PRICE))), town.work);
    await expect(third).rejects.toMatchObject({ code: 'prepaid_only' });
  });
});

describe('5.14 change on the books', () => {
  it('can be spent with its key once the payment is finalized, exactly once', async () => {
    const town = new Town();
    const [one, other] = replicas(town);
    const signed = town.wallet.sign(3n * PRICE);
    const { change } = await one.serve(billOf(['a', 'free', 'c'], paidBy(signed)), town.work);
    const key = change?.apiKey ?? '';
    expect((await other.serve(billOf(['a', 'free', 'c'], paidBy(signed)), town.work)).change).toEqual(change);
    expect(await books[0]?.ledger.statement(key)).toBeNull();
    town.chain.finalize(signed.signature);
    const keepers = books.map((book) => town.billing({ ...book, limits: { upkeepMs: 5 } }));
    for (const keeper of keepers) keeper.start();
    await until(async () => (await books[0]?.ledger.statement(key)) !== null);
    await Promise.all(keepers.map((keeper) => keeper.close()));
    expect(await books[0]?.ledger.statement(key)).toMatchObject({ balanceAtomic: PRICE });
    const spent = await one.serve(billOf(['d'], { apiKey: key }), town.work);
    expect(billingAt(spent)).toMatchObject({ route: 'credit', balanceAtomic: 0n });
  });
});
