import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountState } from '#chain/model.ts';
import { openPaymentBook } from '#ledger/payments.ts';
import type { PaymentBook } from '#ledger/payments-model.ts';
import { address } from '#lib/address.ts';
import { known, missing } from '#lib/reading.ts';
import type { Served, Worked } from '#payments/bill.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { billingAt, billOf, PRICE, paidBy, promised, Town } from './till-town.ts';

let test: TestDatabase;
let payments: PaymentBook;
beforeAll(async () => {
  test = await openTestDatabase();
  payments = openPaymentBook(test.database);
});
afterAll(() => test.stop());

/** More than are taken, and how many of them come at the same moment. */
const CROWD = 288;
const AT_ONCE = 32;
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

interface Crowd {
  readonly ends: Promise<readonly PromiseSettledResult<unknown>[]>;
  /** How many of them got room. */
  readonly reserved: number;
  /** Ends the trial runs of all. */
  go(): void;
}

/** Wallets without funds, whose trial runs take until the crowd is told to go. */
async function crowd(): Promise<Crowd> {
  const over = promised<typeof INVALID>();
  const calls: Promise<unknown>[] = [];
  let refused = 0;
  const reserved = async () => (await test.database.sql`SELECT FROM payments WHERE closed_at IS NULL`).length;
  while (calls.length < CROWD) {
    for (let n = 0; n < AT_ONCE; n += 1) {
      const town = new Town();
      town.facilitator.verify = () => over.promise;
      const call = paying(town).finally(() => {
        refused += 1;
      });
      call.catch(() => undefined);
      calls.push(call);
    }
    await until(async () => refused + (await reserved()) === calls.length);
  }
  return { go: () => over.keep(INVALID), ends: Promise.allSettled(calls), reserved: await reserved() };
}

describe('5.13 while wallets without funds come, however many they are, room for one that pays', () => {
  let came: Crowd;
  beforeAll(async () => {
    came = await crowd();
    // As many more as were being written when the room was full.
    expect(came.reserved).toBeGreaterThanOrEqual(128);
    expect(came.reserved).toBeLessThan(128 + AT_ONCE);
  });
  afterAll(async () => {
    came.go();
    const codes = (await came.ends).map((end) => (end.status === 'rejected' ? end.reason.code : end.status));
    expect(new Set(codes)).toEqual(new Set(['payment_invalid']));
  });

  it('is left', async () => {
    const town = new Town();
    town.chain.account = async () => known(holding(town, PRICE));
    expect(billingAt(await paying(town))).toMatchObject({ route: 'x402', chargedAtomic: PRICE });
  });

  it('is refused to one whose funds nobody can tell, as our failure', async () => {
    const town = new Town();
    town.chain.account = async () => missing('account', 'rpc_unavailable');
    await expect(paying(town)).rejects.toMatchObject({ code: 'chain_unavailable' });
    town.chain.account = async () => known(holding(town, PRICE - 1n));
    await expect(paying(town)).rejects.toMatchObject({ code: 'payment_invalid' });
  });

  it('is refused to one who signs for the account of another, or of another mint', async () => {
    const town = new Town();
    for (const other of [{ authority: new Town().wallet.payer }, { mint: new Town().wallet.payer }]) {
      town.chain.account = async () => known(holding(town, PRICE, other));
      await expect(paying(town)).rejects.toMatchObject({ code: 'payment_invalid' });
    }
  });
});
