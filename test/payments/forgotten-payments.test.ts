import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { ask, checkOf, forwarding, type Market, openMarket, PRICE, pay } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { until } from '../support/until.ts';
import { paidBy, PRICE as TOWN_PRICE, Town } from './billing-town.ts';

let market: Market;
let service: Service;
/** Its trial runs of payments fail. */
let refusing: Service;
let node: FaultyRpc;
beforeAll(async () => {
  market = await openMarket();
  const plain = forwarding(market.sandbox.url);
  const simulateTransaction = async (params: readonly unknown[]) => {
    const told = (await plain.simulateTransaction?.(params)) as { readonly value: object };
    return { ...told, value: { ...told.value, err: 'AccountNotFound' } };
  };
  node = await serveFaultyRpc(forwarding(market.sandbox.url, { simulateTransaction }));
  [service, refusing] = await Promise.all([market.open(), market.open({ SOLANA_RPC_URLS: node.url })]);
});
afterAll(async () => {
  await market?.stop();
  await node?.close();
});

/** Blocks for which a blockhash counts, and some more. */
const LATER_SLOTS = 400;

it('5.11 a payment that was refused and forgotten is refused by the chain when it comes back, and runs again before that', async () => {
  const check = checkOf(service, market.subject('CEX_FUNDED'));
  const payer = await market.payer();
  const unpaid = await ask(check);
  const [early, late] = await Promise.all([1, 2].map(() => pay(market.sandbox.url, 2, payer, unpaid)));
  if (!early || !late) throw new Error('two payments');
  const refused = checkOf(refusing, market.subject('CEX_FUNDED'));
  for (const one of [early, late]) expect((await ask(refused, one.headers)).body.code).toBe('payment_invalid');
  const since = await market.watch();
  expect((await ask(check, early.headers)).status).toBe(200);
  expect((await since()).got).toBe(PRICE);

  const { sql } = market.database.database;
  await market.advance(LATER_SLOTS);
  await sql`UPDATE payments SET closed_at = closed_at - interval '25 hours'`;
  expect(await openPaymentBook(market.database.database).forgetUnused()).toBe(1);
  expect(await sql`SELECT state FROM payments`).toEqual([{ state: 'settled' }]);
  const back = await ask(check, late.headers);
  expect([back.status, back.body.code]).toEqual([402, 'payment_invalid']);
  expect(back.body.detail).toMatch(/blockhash .* too old.*Sign a new one/);
  expect((await since()).got).toBe(PRICE);
});

it('the upkeep forgets payments that were never used', async () => {
  const town = new Town();
  await town.serve('free', paidBy(town.wallet.sign(TOWN_PRICE)));
  expect(town.payments.rows.size).toBe(1);
  town.payments.seconds += 86_401;
  const billing = town.billing({ limits: { upkeepMs: 1, forgetMs: 0 } });
  billing.start();
  await until(() => town.payments.rows.size === 0);
  await billing.close();
});
