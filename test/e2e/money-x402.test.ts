import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  checkOf,
  inHeader,
  type Market,
  openMarket,
  PRICE,
  pay,
  type Signed,
  signed,
  until,
  withoutNonce,
} from '../support/market.ts';
import type { Service } from '../support/service.ts';

const RECEIPTS = { 1: 'x-payment-response', 2: 'payment-response' } as const;
const NO_PAYMENT = 'a header that is no payment';
const V1_HEADER = 'X-PAYMENT';
const V2_HEADER = 'PAYMENT-SIGNATURE';

/** Change is credited by the upkeep. */
const UPKEEP = { billing: { upkeepMs: 100 } };

let market: Market;
let one: Service;
let other: Service;
let subject: string;
let payer: Keypair;

beforeAll(async () => {
  market = await openMarket();
  [one, other] = await Promise.all([market.open({}, UPKEEP), market.open({}, UPKEEP)]);
  subject = market.subject('CEX_FUNDED');
});
afterAll(() => market?.stop());
/** A new payer for each test that signs, because two failures send one to prepaid credit. */
beforeEach(async ({ task }) => {
  if (task.suite?.name !== NO_PAYMENT) payer = await market.payer();
});

const operation = (...addresses: readonly string[]) =>
  `{ ${addresses.map((to, n) => `c${n}: funderCheck(address: "${to}") { verdict billing { route chargedUsdc transaction replayed } }`).join(' ')} }`;

async function paid(version: 1 | 2, url = checkOf(one, subject), query?: string, id?: string): Promise<Signed> {
  return await pay(market.sandbox.url, version, payer, await ask(url, {}, query), id);
}

describe.each([2, 1] as const)('a check that is paid by x402 version %i', (version) => {
  it('is delivered once the merchant has the price, with a receipt that names the transaction', async () => {
    const since = await market.watch();
    const { headers } = await paid(version);
    const answer = await ask(checkOf(one, subject), headers);
    expect([answer.status, answer.body.verdict]).toEqual([200, 'CEX_FUNDED']);
    const { transaction } = answer.body.billing;
    expect(answer.body.billing).toEqual({ route: 'x402', charged_usdc: '0.05', transaction });
    expect(answer.receipt(version)).toMatchObject({
      success: true,
      transaction,
      payer: payer.publicKey.toBase58(),
      network: version === 2 ? market.env.SOLANA_NETWORK : 'solana-devnet',
    });
    expect(answer.headers.has(RECEIPTS[version === 1 ? 2 : 1])).toBe(false);
    expect(answer.required).toBeNull();
    expect((await since()).got).toBe(PRICE);
  });

  it('is refused before any work where its blockhash could not outlive the check, and works with a new one', async () => {
    const since = await market.watch();
    // Its blockhash is newer than what was read of them for the payment before.
    await market.advance(1);
    const { headers } = await paid(version);
    // The chain would still take it: of 150 blocks twenty are left, four to eight seconds.
    await market.advance(130);
    const late = await ask(checkOf(one, subject), headers);
    expect(late).toMatchObject({ status: 402, body: { code: 'payment_invalid' } });
    expect(late.body.detail).toContain('Sign a new one with the newest blockhash');
    expect(await since()).toEqual({ got: 0n, spent: 0n });
    expect((await ask(checkOf(one, subject), (await paid(version)).headers)).status).toBe(200);
    expect((await since()).got).toBe(PRICE);
  });

  it('is adopted where it is on chain and the books have lost it, as after a restore', async () => {
    const since = await market.watch();
    const { headers } = await paid(version);
    const { body } = await ask(checkOf(one, subject), headers);
    const restored = await market.open({ DATABASE_URL: '' });
    const again = await ask(checkOf(restored, subject), headers);
    expect([again.status, again.body.billing]).toEqual([200, body.billing]);
    expect((await since()).got).toBe(PRICE);
  });

  it.each([
    ['can hardly land any more', 130],
    ['is too old', 200],
  ])('is adopted also where its blockhash %s by then', async (_, blocks) => {
    await market.advance(1);
    const since = await market.watch();
    const { headers } = await paid(version);
    const { body } = await ask(checkOf(one, subject), headers);
    await market.advance(blocks);
    const restored = await market.open({ DATABASE_URL: '' });
    const again = await ask(checkOf(restored, subject), headers);
    expect([again.status, again.body.billing]).toEqual([200, body.billing]);
    expect((await since()).got).toBe(PRICE);
  });

  it('is answered again for the same header, free, also by another replica', async () => {
    const { headers } = await paid(version);
    const first = await ask(checkOf(one, subject), headers);
    const since = await market.watch();
    for (const app of [one, other]) {
      const again = await ask(checkOf(app, subject), headers);
      expect(again.status).toBe(200);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const { billing, ...rest } = again.body;
      const { billing: firstBilling, ...firstRest } = first.body;
      expect(rest).toEqual(firstRest);
      expect(billing).toMatchObject({ transaction: firstBilling.transaction, replayed: true });
      expect(again.receipt(version)).toEqual(first.receipt(version));
    }
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it('settles once when two replicas get its header at the same instant', async () => {
    const since = await market.watch();
    const { headers } = await paid(version);
    const answers = await Promise.all([one, other, one, other].map((app) => ask(checkOf(app, subject), headers)));
    const delivered = answers.filter(({ status }) => status === 200);
    expect(delivered.length).toBeGreaterThan(0);
    expect(new Set(delivered.map(({ body }) => body.billing.transaction)).size).toBe(1);
    for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([503, 'in_flight']);
    expect((await since()).got).toBe(PRICE);
  });

  it('is one uniform 409 for its header with another request', async () => {
    const { headers } = await paid(version);
    expect((await ask(checkOf(one, subject), headers)).status).toBe(200);
    const since = await market.watch();
    const elsewhere = market.subject('WALLET_FUNDED');
    const refusals = [
      await ask(checkOf(one, elsewhere), headers),
      await ask(checkOf(other, elsewhere), headers),
      await ask(`${one.url}/graphql`, headers, operation(elsewhere)),
      await ask(`${one.url}/graphql`, headers, operation(subject, elsewhere)),
    ];
    for (const { status, body, headers: told } of refusals) {
      const code = body.code ?? body.errors?.[0].extensions.code.toLowerCase();
      expect([status, code]).toEqual([409, 'payment_already_used']);
      expect([told.has('payment-response'), told.has('x-payment-response')]).toEqual([false, false]);
    }
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });
});

describe('whoever shows a payment again', () => {
  const spoilt: readonly (readonly [string, (payment: Signed) => Signed])[] = [
    ['without its nonce', withoutNonce],
    ['with another resource', ({ payload }) => signed(2, { ...payload, resource: { url: 'https://other.example/' } })],
    ['with a member more', ({ payload }) => signed(2, { ...payload, extensions: { ...payload.extensions, more: {} } })],
    ['without extensions', ({ payload: { extensions: _, ...rest } }) => signed(2, rest)],
    ['as version 1', ({ payload }) => signed(1, asV1(payload))],
  ];
  const asV1 = (payload: Signed['payload']) => ({
    x402Version: 1,
    scheme: 'exact',
    network: 'solana-devnet',
    payload: payload.payload,
  });

  it('gets 409 with any change outside the signed message', async () => {
    const payment = await paid(2);
    const url = checkOf(one, subject);
    expect((await ask(url, payment.headers)).status).toBe(200);
    for (const [what, spoil] of spoilt) {
      const { status, body } = await ask(url, spoil(payment).headers);
      expect([what, status, body.code]).toEqual([what, 409, 'payment_already_used']);
    }
  });

  it('made of what the chain shows gets 409, whatever nonce of a 402 is put to it', async () => {
    const payment = await paid(2);
    const url = checkOf(one, subject);
    expect((await ask(url, payment.headers)).status).toBe(200);
    const { required } = await ask(url);
    const rebuilt = signed(2, { ...payment.payload, extensions: required.extensions });
    const { status, body } = await ask(url, rebuilt.headers);
    expect([status, body.code]).toEqual([409, 'payment_already_used']);
  });

  it('of version 1 gets the answer at its own address within 120 seconds, and 409 afterwards and elsewhere', async () => {
    const proxied = await market.open({ TRUST_PROXY: '1' });
    const url = checkOf(proxied, subject);
    const { headers } = await paid(1, url);
    const from = (ip: string) => ask(url, { ...headers, 'x-forwarded-for': ip });
    expect((await from('203.0.113.7')).status).toBe(200);
    expect((await from('203.0.113.7')).status).toBe(200);
    expect((await from('203.0.113.8')).status).toBe(409);
    await market.database.database.sql`UPDATE payments SET closed_at = now() - interval '121 seconds'`;
    expect((await from('203.0.113.7')).body.code).toBe('payment_already_used');
  });
});

describe('a payment and an API key', () => {
  it('a key that covers the call pays, and the payment stays unused', async () => {
    const since = await market.watch();
    const key = await market.key(PRICE);
    const { headers } = await paid(2);
    const url = checkOf(one, subject);
    const byKey = await ask(url, { ...headers, 'X-API-Key': key });
    expect(byKey.body.billing).toMatchObject({ route: 'credit', balance_usdc: '0.00' });
    expect(byKey.headers.has('payment-response')).toBe(false);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
    const byPayment = await ask(url, { ...headers, 'X-API-Key': key });
    expect(byPayment.body.billing).toMatchObject({ route: 'x402', charged_usdc: '0.05' });
    expect((await since()).got).toBe(PRICE);
  });

  it('a key that nobody knows does not keep a payment from paying', async () => {
    const { headers } = await paid(2);
    const answer = await ask(checkOf(one, subject), { ...headers, 'X-API-Key': 'assay_nobody' });
    expect([answer.status, answer.body.billing?.route]).toEqual([200, 'x402']);
  });
});

describe('a payment with a name', () => {
  const id = () => `order_${payer.publicKey.toBase58()}`;

  it.each([
    ['payment-identifier', (name: string) => [name, {}] as const],
    ['Idempotency-Key', (name: string) => [undefined, { 'Idempotency-Key': name }] as const],
  ])('by %s is answered from the first when it is signed again, and 409 for another request', async (_, named) => {
    const [identifier, more] = named(id());
    const url = checkOf(one, subject);
    const first = await ask(url, { ...(await paid(2, url, undefined, identifier)).headers, ...more });
    expect(first.status).toBe(200);
    const since = await market.watch();
    const again = await ask(url, { ...(await paid(2, url, undefined, identifier)).headers, ...more });
    expect([again.status, again.body.billing.transaction]).toEqual([200, first.body.billing.transaction]);
    const elsewhere = checkOf(one, market.subject('WALLET_FUNDED'));
    const differs = await ask(elsewhere, { ...(await paid(2, elsewhere, undefined, identifier)).headers, ...more });
    expect([differs.status, differs.body.code]).toEqual([409, 'request_differs']);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });
});

describe('an operation that is paid by x402', () => {
  it.each([2, 1] as const)('holds one check, by version %i', async (version) => {
    const since = await market.watch();
    const url = `${one.url}/graphql`;
    const { headers } = await paid(version, url, operation(subject));
    const { body, headers: told } = await ask(url, headers, operation(subject));
    expect(body.data.c0).toMatchObject({ verdict: 'CEX_FUNDED', billing: { route: 'X402', chargedUsdc: '0.05' } });
    expect(inHeader(told.get(RECEIPTS[version])).transaction).toBe(body.data.c0.billing.transaction);
    const again = await ask(url, headers, operation(subject));
    expect(again.body.data.c0.billing).toMatchObject({ replayed: true });
    expect((await since()).got).toBe(PRICE);
  });

  it('holds several by one payment, and what was not judged comes back as spendable credit', async () => {
    const since = await market.watch();
    const url = `${one.url}/graphql`;
    const query = operation(subject, market.subject('UNVERIFIABLE_ORIGIN'));
    const { headers } = await paid(2, url, query);
    const first = await ask(url, headers, query);
    const { change } = first.body.extensions;
    expect(change).toEqual({ amountUsdc: '0.05', apiKey: expect.stringMatching(/^assay_/) });
    expect(first.body.data.c1.billing.route).toBe('NONE');
    expect((await since()).got).toBe(2n * PRICE);
    const again = await ask(`${other.url}/graphql`, headers, query);
    expect(again.body.extensions.change).toEqual(change);
    const byChange = () => ask(checkOf(other, subject), { 'X-API-Key': change.apiKey });
    await until(async () => (await market.ledger.statement(change.apiKey)) !== null);
    expect((await byChange()).body.billing).toMatchObject({ route: 'credit', balance_usdc: '0.00' });
    expect((await byChange()).status).toBe(402);
  });
});

describe('a free verdict', () => {
  it('settles nothing, and its header runs again', async () => {
    const since = await market.watch();
    const url = checkOf(one, market.subject('UNVERIFIABLE_ORIGIN'));
    const { headers } = await paid(2, url);
    for (const _ of [1, 2]) {
      const free = await ask(url, headers);
      expect([free.status, free.body.billing]).toEqual([200, { route: 'none', charged_usdc: '0.00' }]);
      expect(free.headers.has('payment-response')).toBe(false);
    }
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });
});

describe(NO_PAYMENT, () => {
  const v1 = { x402Version: 1, scheme: 'exact', network: 'solana-devnet' };
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  it.each([
    ['not base64', V2_HEADER, '%%%'],
    ['not JSON', V2_HEADER, 'nothing'],
    ['too long', V2_HEADER, 'A'.repeat(12_000)],
    ['empty JSON', V2_HEADER, encoded({})],
    ['of the other version', V2_HEADER, encoded({ ...v1, payload: {} })],
    ['without a transaction', V1_HEADER, encoded({ ...v1, payload: { transaction: 'AA==' } })],
    ['with a number for a transaction', V1_HEADER, encoded({ ...v1, payload: { transaction: 7 } })],
  ])('because it is %s is 400', async (_, name, value) => {
    const { status, body } = await ask(checkOf(one, subject), { [name]: value });
    expect([status, body.code]).toEqual([400, 'payment_malformed']);
  });
});
