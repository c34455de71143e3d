import type { Keypair } from '@solana/web3.js';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { fresh, payment } from '../ledger/payments-fixture.ts';
import { addressOfKey, instructionsOf, MINT, signedInPart, TOKEN_PROGRAM } from '../payments/x402-counter.ts';
import {
  type Answer,
  ask,
  checkOf,
  type Json,
  type Market,
  openMarket,
  PRICE,
  type Signed,
  signed,
  wrapped,
} from '../support/market.ts';
import type { Service } from '../support/service.ts';

const TRUSTED = { TRUST_PROXY: '1' };
const HERE = '192.0.2.1';

let market: Market;
let service: Service;
let url: string;
let sql: Sql;
/** The books as another replica has them, whose calls last for as long as the test likes. */
let replica: PaymentBook;
beforeAll(async () => {
  market = await openMarket();
  service = await market.open(TRUSTED);
  url = checkOf(service, market.subject('CEX_FUNDED'));
  sql = market.database.database.sql;
  replica = openPaymentBook(market.database.database);
});
afterAll(() => market?.stop());

/** Payments that are under way elsewhere: `each` from each of so many sources, which paid first so long ago. */
async function held(sources: number, each: number, ago: string | null) {
  const outcomes: string[] = [];
  for (let n = 0; n < sources; n += 1) {
    const from = { payer: fresh('payer'), source: fresh('source'), address: HERE };
    if (ago !== null) await knownSince(from.source, ago);
    for (let one = 0; one < each; one += 1) outcomes.push((await replica.reserve(payment(from))).outcome);
  }
  return outcomes.filter((outcome) => outcome === 'reserved').length;
}

const knownSince = (source: string, ago: string) =>
  sql`INSERT INTO payers (source, settled_at) VALUES (${source}, now() - ${ago}::text::interval)`;

/** A wallet with money whose first payment settled so long ago. */
async function customer(ago: string | null): Promise<Keypair> {
  const payer = await market.payer();
  if (ago !== null) await knownSince(associatedAccount(addressOfKey(payer), MINT, TOKEN_PROGRAM), ago);
  return payer;
}

async function signedBy(payer: Keypair, { required }: Answer): Promise<Signed> {
  const { value } = await rpc<Json>(market.sandbox.url, 'getLatestBlockhash');
  const made = {
    payer,
    feePayer: addressOfKey(market.feePayer),
    merchant: addressOfKey(market.merchant),
    amountAtomic: PRICE,
    blockhash: value.blockhash,
  };
  return signed(2, wrapped(required, signedInPart(made, instructionsOf(made))));
}

const show = ({ headers }: Signed, address = HERE) => ask(url, { ...headers, 'X-Forwarded-For': address });
const paidBy = async (payer: Keypair) => await show(await signedBy(payer, await ask(url)));

it('64 sources of an hour that hold 256 payments take nothing from customers or newcomers', async () => {
  expect(await held(64, 4, '1 hour')).toBeGreaterThanOrEqual(200);
  const settledMuch = await customer('1 day');
  const source = associatedAccount(addressOfKey(settledMuch), MINT, TOKEN_PROGRAM);
  await sql`UPDATE payers SET earned = 5000000 WHERE source = ${source}`;
  for (const payer of [await customer('90 days'), settledMuch, await customer(null)]) {
    const { status, body } = await paidBy(payer);
    expect([status, body.verdict]).toEqual([200, 'CEX_FUNDED']);
  }
  const alike = await signedBy(await customer('1 hour'), await ask(url));
  const { status, body } = await show(alike);
  expect([status, body]).toMatchObject([
    429,
    { code: 'too_many_payments', retry_action: 'retry_same_payment', payment_state: 'unused' },
  ]);
  expect(body.detail).toContain('have as many unsettled payments as are taken of them');
  // In another network there is room, for the same payment as well.
  expect((await show(alike, '198.51.100.1')).status).toBe(200);
});

it('27 newcomers at once are served while 26 fresh wallets hold checks open', async () => {
  expect(await held(26, 1, null)).toBe(26);
  const payers: Keypair[] = [];
  while (payers.length < 27) payers.push(await customer(null));
  const required = await ask(url);
  const payments = await Promise.all(payers.map((payer) => signedBy(payer, required)));
  const answers = await Promise.all(payments.map((one) => show(one)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
