import { randomBytes } from 'node:crypto';
import { type Address, address } from 'assay-core/solana/address.ts';
import bs58 from 'bs58';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import { Fault } from '#lib/fault.ts';
import type { Served, Work, Worked } from '#payments/bill.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { billingAt, billOf, PRICE, paidBy, promised, Town } from './billing-town.ts';
import { holding, type SignedPayment } from './billing-world.ts';

type Answer = Served<Worked> | Fault;

/** Calls under way before they are decided, and connections to the database of a replica. */
const AT_ONCE = 40;
const CONNECTIONS = 10;

let test: TestDatabase;
let payments: PaymentBook;
let town: Town;
/** Who signed which payment, where it is not the town's own wallet. */
let payers: Map<string, { readonly payer: Address; readonly source: Address }>;
beforeEach(async () => {
  test = await openTestDatabase();
  payments = openPaymentBook(test.database);
  town = new Town();
  payers = new Map();
  town.facilitator.check = async (payment) => {
    const own = town.wallet.payerOf(payment);
    return { valid: true, ...own, ...payers.get(payment.transaction) };
  };
});
afterEach(() => test.stop());

const someAddress = (): Address => address(bs58.encode(randomBytes(32)));

/** A wallet with money, known since `ago`; null: it has never paid. */
async function wallet(ago: string | null): Promise<() => SignedPayment> {
  const [payer, source] = [someAddress(), someAddress()];
  town.chain.accounts.set(source, holding(source, payer));
  if (ago !== null)
    await test.database.sql`INSERT INTO payers (source, settled_at) VALUES (${source}, now() - ${ago}::text::interval)`;
  return () => {
    const signed = town.wallet.sign(PRICE);
    payers.set(signed.payment.transaction, { payer, source });
    return signed;
  };
}

const wallets = (count: number, ago: string | null) => Promise.all(Array.from({ length: count }, () => wallet(ago)));

/** One service that all of a test ask, and whose work ends when the test says. */
function shop() {
  const billing = town.billing({ payments });
  const gate = promised<void>();
  let begun = 0;
  const slow: Work<Worked> = async (line) => {
    begun += 1;
    await gate.promise;
    return await town.work(line);
  };
  const ask = (sign: () => SignedPayment, name = 'a', from = '192.0.2.1'): Promise<Answer> =>
    billing
      .serve(billOf([name], { ...paidBy(sign()), address: from }), slow)
      .catch((error: unknown) => (error instanceof Fault ? error : Promise.reject(error)));
  return { ask, open: gate.keep, begun: () => begun };
}

/** Asks for all, some at a time, so that no statement waits for long. Returns once each runs or was refused. */
async function askAll<T>(asked: readonly T[], ask: (one: T, n: number) => Promise<Answer>, begun: () => number) {
  const before = begun();
  const calls: Promise<Answer>[] = [];
  let refused = 0;
  for (const [n, one] of asked.entries()) {
    const call = ask(one, n);
    void call.then((answer) => (refused += answer instanceof Fault ? 1 : 0));
    calls.push(call);
    while (begun() - before + refused < calls.length - AT_ONCE) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (begun() - before + refused < calls.length) await new Promise((resolve) => setTimeout(resolve, 1));
  return { calls, begun: begun() - before };
}

const isServed = (answer: Answer): boolean => !(answer instanceof Fault) && billingAt(answer).route === 'x402';

it('200 newcomers at once are served, from one address, while 26 others hold slow checks', async () => {
  const { ask, open, begun } = shop();
  await askAll(await wallets(26, null), (sign) => ask(sign, 'free'), begun);
  const honest = await askAll(await wallets(200, null), (sign) => ask(sign), begun);
  open();
  const answers = await Promise.all(honest.calls);
  expect(answers.filter(isServed)).toHaveLength(200);
});

it('500 sources of an hour from as many networks take 256 places, and customers more from one address', async () => {
  const { ask, open, begun } = shop();
  const attack = await askAll(
    await wallets(500, '1 hour'),
    (sign, n) => ask(sign, 'free', `10.${n >> 8}.${n & 255}.1`),
    begun,
  );
  // What is counted at one moment is written at another, by one connection each.
  expect(attack.begun).toBeLessThan(256 + CONNECTIONS);
  expect(attack.begun).toBeGreaterThan(256 - CONNECTIONS);
  const customers = (await wallets(100, '90 days')).flatMap((sign) => [sign, sign, sign, sign]);
  const served = await askAll(customers, (sign) => ask(sign), begun);
  expect(served.begun).toBe(400);
  open();
  const refused = (await Promise.all(attack.calls)).flatMap((answer) => (answer instanceof Fault ? [answer.code] : []));
  expect(new Set(refused)).toEqual(new Set(['too_many_payments']));
  expect((await Promise.all(served.calls)).filter(isServed)).toHaveLength(400);
});

it('a trial run of a known source waits behind none of others', async () => {
  const ranks: unknown[] = [];
  town.facilitator.verify = async (_payment, rank) => {
    ranks.push(rank);
    return { is: 'valid' };
  };
  const { ask, open } = shop();
  open();
  for (const ago of [null, '1 hour', '90 days']) await ask(await wallet(ago));
  expect(ranks).toEqual(['payment', 'payment', 'settlement']);
});

it('a payment whose work is done waits for room among those that are sent, and is not to blame', async () => {
  town.payments.fullTries = 2;
  const billing = town.billing({ limits: { roomMsMax: 60_000, roomPauseMs: 1 } });
  const served = await billing.serve(billOf(['a'], paidBy(town.wallet.sign(PRICE))), town.work);
  expect(billingAt(served).route).toBe('x402');
  expect([town.works, town.facilitator.settlements]).toEqual([1, 3]);
  town.payments.fullTries = 1;
  const signed = town.wallet.sign(PRICE);
  const settle = town.facilitator.settling;
  town.facilitator.settling = async (...args) => {
    town.facilitator.settling = async () => ({ is: 'refused', reason: 'BlockhashNotFound' });
    return await settle(...args);
  };
  await expect(billing.serve(billOf(['a'], paidBy(signed)), town.work)).rejects.toMatchObject({
    code: 'payment_failed',
  });
  expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
});

it('a payment for which there is no room keeps its answer, and the same header is settled by any replica', async () => {
  const { sql } = test.database;
  const [one, other] = [0, 1].map(() => town.billing({ payments, limits: { roomMsMax: 5, roomPauseMs: 1 } }));
  const sign = await wallet(null);
  const signed = sign();
  const ask = async (billing = one) => await billing?.serve(billOf(['a'], paidBy(signed)), town.work);
  const { settling } = town.facilitator;
  // Others are sent while this one is worked, so that there is a place but no room.
  town.facilitator.settling = async (...args) => {
    await sql`
      INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, address, height_bound,
        standing, range, state, leased_until)
      SELECT sha256(n::text::bytea), sha256('x'), sha256('x'), 2, true, payer, source, 1, 'a', 1, standing, range, 'sent',
        now() + interval '1 hour' FROM payments, generate_series(1, 320) AS n`;
    town.facilitator.settling = settling;
    return await settling(...args);
  };
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_payments', extra: { retryAfterSeconds: 2 } });
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_payments' });
  expect([town.works, town.chain.listed.length]).toEqual([1, 0]);
  await sql`DELETE FROM payments WHERE state = 'sent'`;
  expect(billingAt((await ask(other)) as Served<Worked>).route).toBe('x402');
  expect([town.works, town.chain.listed.length]).toEqual([1, 1]);
});

it('a payer who leaves and signs anew for the same pays once, whichever replica he asks', async () => {
  const sign = await wallet(null);
  const replicas = [0, 1].map(() => town.billing({ payments }));
  const gate = promised<void>();
  let begun = 0;
  const ask = async (n: number, name: string, left: boolean): Promise<Answer | undefined> =>
    await replicas[n]
      ?.serve({ ...billOf([name], paidBy(sign())), left: () => (left ? async () => true : null) }, async (line) => {
        begun += 1;
        await gate.promise;
        return await town.work(line);
      })
      .catch((error: unknown) => (error instanceof Fault ? error : Promise.reject(error)));
  const asked: Promise<Answer | undefined>[] = [];
  for (const [n, name, left] of [
    [0, 'a', true],
    [1, 'a', false],
    [1, 'b', true],
  ] as const) {
    asked.push(ask(n, name, left));
    while (begun < asked.length) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  gate.keep();
  const [first, ...others] = await Promise.all(asked);
  expect(first).toMatchObject({ code: 'answer_not_stored' });
  expect(others.map((answer) => answer !== undefined && isServed(answer))).toEqual([true, true]);
  expect(await test.database.sql`SELECT state FROM payments ORDER BY created_at`).toMatchObject([
    { state: 'released' },
    { state: 'settled' },
    { state: 'settled' },
  ]);
});
