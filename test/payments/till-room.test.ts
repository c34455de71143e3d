import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AccountState } from '#chain/model.ts';
import { openPaymentBook } from '#ledger/payments.ts';
import type { PaymentBook } from '#ledger/payments-model.ts';
import { address } from '#lib/address.ts';
import { known, missing } from '#lib/reading.ts';
import type { Served, Worked } from '#payments/bill.ts';
import { lapsePayments } from '../ledger/payments-fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { billingAt, billOf, PRICE, paidBy, promised, Town } from './till-town.ts';

let test: TestDatabase;
let payments: PaymentBook;
beforeAll(async () => {
  test = await openTestDatabase();
  payments = openPaymentBook(test.database);
});
afterEach(async () => {
  await lapsePayments(test.database.sql);
  await payments.releaseAbandoned();
});
afterAll(() => test.stop());

/** More than are taken at once. */
const CROWD = 300;
const INVALID = { is: 'invalid', reason: 'transaction_simulation_failed' } as const;

const MINT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** The token account that the town's wallet pays from, with so much of the mint. */
function holding({ wallet }: Town, atomic: bigint, { authority = wallet.payer, mint = MINT } = {}): AccountState {
  const data = Buffer.alloc(165);
  data.set(bs58.decode(mint), 0);
  data.set(bs58.decode(authority), 32);
  data.writeBigUInt64LE(atomic, 64);
  data[108] = 1;
  return { address: wallet.source, owner: TOKEN_PROGRAM, data, lamports: 1n, executable: false };
}

let callers = 0;

/** Pays from an address of its own. */
async function paying(town: Town): Promise<Served<Worked>> {
  callers += 1;
  const from = `198.51.${callers >> 8}.${callers & 255}`;
  const bill = billOf(['a'], { ...paidBy(town.wallet.sign(PRICE, { requirements: { asset: MINT } })), address: from });
  return await town.till({ payments }).serve(bill, town.work);
}

/** Wallets without funds, whose trial runs take until the crowd is told to go. Tells how many of them got room. */
async function crowd() {
  const over = promised<typeof INVALID>();
  let refused = 0;
  const calls = Array.from({ length: CROWD }, async () => {
    const town = new Town();
    town.facilitator.verify = () => over.promise;
    return await paying(town).finally(() => {
      refused += 1;
    });
  });
  const ends = Promise.allSettled(calls);
  const reserved = async () => (await test.database.sql`SELECT FROM payments WHERE closed_at IS NULL`).length;
  await expect.poll(async () => refused + (await reserved()), { timeout: 20_000 }).toBe(CROWD);
  return { go: () => over.keep(INVALID), ends, reserved: await reserved() };
}

it('5.13 wallets without funds leave room for one that pays, however many they are', async () => {
  const { go, ends, reserved } = await crowd();
  const town = new Town();
  town.chain.account = async () => known(holding(town, PRICE));
  const served = await paying(town);
  expect(billingAt(served)).toMatchObject({ route: 'x402', chargedAtomic: PRICE });
  // As many more as were being written when the room was full.
  expect(reserved).toBeGreaterThanOrEqual(128);
  expect(reserved).toBeLessThan(160);
  go();
  const codes = (await ends).map((end) => (end.status === 'rejected' ? end.reason.code : end.status));
  expect(new Set(codes)).toEqual(new Set(['payment_invalid']));
}, 30_000);

it('5.13 room for one that pays is refused to one whose funds nobody can tell, as our failure', async () => {
  const { go, ends } = await crowd();
  const town = new Town();
  town.chain.account = async () => missing('account', 'rpc_unavailable');
  await expect(paying(town)).rejects.toMatchObject({ code: 'chain_unavailable' });
  town.chain.account = async () => known(holding(town, PRICE - 1n));
  await expect(paying(town)).rejects.toMatchObject({ code: 'payment_invalid' });
  go();
  await ends;
}, 30_000);

it('5.13 room for one that pays is refused to one who signs for the account of another, or of another mint', async () => {
  const { go, ends } = await crowd();
  const town = new Town();
  for (const other of [{ authority: new Town().wallet.payer }, { mint: new Town().wallet.payer }]) {
    town.chain.account = async () => known(holding(town, PRICE, other));
    await expect(paying(town)).rejects.toMatchObject({ code: 'payment_invalid' });
  }
  go();
  await ends;
}, 30_000);
