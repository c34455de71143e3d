import { missing } from 'assay-core/lib/reading.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { billOf, PRICE, paidBy, Town } from './billing-town.ts';
import { holding } from './billing-world.ts';

let test: TestDatabase;
let payments: PaymentBook;
beforeAll(async () => {
  test = await openTestDatabase();
  payments = openPaymentBook(test.database);
});
afterAll(() => test.stop());

const paying = (town: Town) =>
  town.billing({ payments }).serve(billOf(['a'], paidBy(town.wallet.sign(PRICE))), town.work);

/** Expects a refusal before any trial run, and no row of the payment or of its payer. */
async function expectNothingWritten(town: Town, code: string): Promise<void> {
  let verified = 0;
  town.facilitator.verify = async () => {
    verified += 1;
    return { is: 'valid' };
  };
  await expect(paying(town)).rejects.toMatchObject({ code });
  expect(verified).toBe(0);
  expect(await test.database.sql`SELECT FROM payments`).toHaveLength(0);
  expect(await test.database.sql`SELECT FROM payers`).toHaveLength(0);
}

describe('5.13 nothing is written for a payment', () => {
  it('from an account that holds less, or that does not exist', async () => {
    const town = new Town();
    const { source, payer } = town.wallet;
    town.chain.accounts.set(source, holding(source, payer, { atomic: PRICE - 1n }));
    await expectNothingWritten(town, 'insufficient_funds');
    town.chain.accounts.clear();
    await expectNothingWritten(town, 'insufficient_funds');
  });

  it('from an account of another, or of another mint', async () => {
    const town = new Town();
    const { source, payer } = town.wallet;
    const stranger = new Town().wallet.payer;
    for (const account of [holding(source, stranger), holding(source, payer, { mint: stranger })]) {
      town.chain.accounts.set(source, account);
      await expectNothingWritten(town, 'payment_invalid');
    }
  });

  it('whose funds nobody can tell, which is our failure', async () => {
    const town = new Town();
    town.chain.account = async () => missing('account', 'rpc_unavailable');
    await expectNothingWritten(town, 'chain_unavailable');
  });

  it('unless it was funded after it was looked at', async () => {
    const town = new Town();
    town.chain.accounts.clear();
    town.chain.trial = { ok: true, watched: null };
    await paying(town);
    expect(await test.database.sql`SELECT FROM payments WHERE state = 'settled'`).toHaveLength(1);
    await test.database.sql`DELETE FROM payments`;
  });

  it('unless it is on chain, and emptied its source so long ago that its blockhash is too old', async () => {
    const town = new Town();
    town.chain.accounts.clear();
    town.chain.trial = { ok: false, error: 'the simulation failed: "BlockhashNotFound"' };
    town.facilitator.verify = async () => ({ is: 'unavailable', detail: 'a status that nobody tells' });
    await expect(paying(town)).rejects.toMatchObject({ code: 'chain_unavailable' });
    town.facilitator.verify = async () => ({ is: 'invalid', reason: 'BlockhashNotFound' });
    await expect(paying(town)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await test.database.sql`SELECT FROM payments`).toHaveLength(0);
    town.facilitator.verify = async () => ({ is: 'valid', processed: true });
    await paying(town);
    expect(await test.database.sql`SELECT FROM payments WHERE state = 'settled'`).toHaveLength(1);
    await test.database.sql`DELETE FROM payments`;
  });

  it('unless its source holds what it pays, or a call beside it made the same payment, which emptied its source', async () => {
    const town = new Town();
    const { source, payer } = town.wallet;
    const bill = billOf(['a'], paidBy(town.wallet.sign(PRICE)));
    const beside = town.billing({ payments });
    const { account } = town.chain;
    town.chain.account = async (of) => {
      town.chain.account = account.bind(town.chain);
      await beside.serve(bill, town.work);
      town.chain.accounts.set(source, holding(source, payer, { atomic: 0n }));
      return await town.chain.account(of);
    };
    expect(await town.billing({ payments }).serve(bill, town.work)).toMatchObject({
      lines: [{ billing: { replayed: true } }],
    });
    expect(await test.database.sql`SELECT FROM payments WHERE state = 'settled'`).toHaveLength(1);
  });
});
