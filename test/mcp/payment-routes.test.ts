import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { startApp } from '../../src/app/app.ts';
import type { App } from '../../src/app/stopping.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { addPass } from '../ledger/fixture.ts';
import { type FacilitatorServer, serveFacilitator } from '../support/facilitator-server.ts';
import { forwarding, type Json, type Market, openMarket, PRICE, until } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { call, checkFunder, type Endpoint, type More, payFor, RECEIPT_KEYS } from './payment-calls.ts';

const PAID = { FREE_CALLS_PER_DAY: '0' };

let market: Market;
let one: Service;
let other: Service;
/** Behind a node that fails and waits as it is told. */
let shaky: Service;
let node: FaultyRpc;
let payer: Keypair;
let subject: string;
let elsewhere: string;
let unjudged: string;
/** What a transaction's body waits for at the node of the shaky service. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  market = await openMarket();
  const plain = forwarding(market.sandbox.url);
  const behindGate = (method: string) => async (params: readonly unknown[]) => {
    await gate;
    return await plain[method]?.(params);
  };
  const bodies = BODIES.map((method) => [method, behindGate(method)] as const);
  node = await serveFaultyRpc(forwarding(market.sandbox.url, Object.fromEntries(bodies)));
  [one, other, shaky] = await Promise.all([
    market.open(PAID),
    market.open({ FREE_CALLS_PER_DAY: '3', TRUST_PROXY: '1' }),
    market.open({ ...PAID, SOLANA_RPC_URLS: node.url }),
  ]);
  subject = market.subject('CEX_FUNDED');
  elsewhere = market.subject('WALLET_FUNDED');
  unjudged = market.subject('UNVERIFIABLE_ORIGIN');
});
afterAll(async () => {
  await market?.stop();
  await node?.close();
});
beforeEach(async () => {
  payer = await market.payer();
});

const BODIES = ['getTransaction', 'getTransactionsForAddress'];
const nothing = { got: 0n, spent: 0n };
const withKey = (key: string): More => ({ headers: { 'X-API-Key': key } });

async function payment(app: Endpoint = one, address = subject): Promise<Json> {
  return (await payFor(market.sandbox.url, payer, await checkFunder(app, address))).payload;
}

async function balanceOf(key: string): Promise<string> {
  return (await call(one, 'balance', {}, withKey(key))).told.balance_usdc;
}

describe('a key', () => {
  it('that covers the call pays, and the payment beside it stays unused', async () => {
    const since = await market.watch();
    const key = await market.key(PRICE);
    const payload = await payment();
    const both = { ...withKey(key), meta: { 'x402/payment': payload } };
    const byKey = await checkFunder(one, subject, both);
    expect(byKey.told.billing).toEqual({ route: 'credit', charged_usdc: '0.05', balance_usdc: '0.00' });
    expect([byKey.meta, byKey.headers.has('payment-response')]).toEqual([{}, false]);
    expect(await since()).toEqual(nothing);
    const byPayment = await checkFunder(one, subject, both);
    expect(byPayment.told.billing).toMatchObject({ route: 'x402', charged_usdc: '0.05' });
    expect((await since()).got).toBe(PRICE);
  });

  it('that nobody knows never falls to the free calls', async () => {
    const headers = { 'X-API-Key': 'assay_nobody', 'x-forwarded-for': '198.51.100.9' };
    for (const _ of [1, 2]) {
      const { isError, told } = await checkFunder(other, subject, { headers });
      expect([isError, told.code, told.status]).toEqual([true, 'api_key_unknown', 402]);
      expect(told.hint.url).toBe(`${other.url}/credits`);
    }
    const left = await call(other, 'balance', {}, { headers: { 'x-forwarded-for': '198.51.100.9' } });
    expect(left.told.free_calls.remaining).toBe(3);
    const asked = await call(other, 'balance', {}, { headers });
    expect([asked.isError, asked.told.status, asked.told.code]).toEqual([true, 401, 'api_key_unknown']);
  });

  it('that nobody knows does not keep a payment from paying', async () => {
    const { told } = await checkFunder(one, subject, {
      ...withKey('assay_nobody'),
      meta: { 'x402/payment': await payment() },
    });
    expect(told.billing.route).toBe('x402');
  });

  it('with too little learns what it has and what is asked, and uses no free call', async () => {
    const headers = { 'X-API-Key': await market.key(10_000n), 'x-forwarded-for': '198.51.100.10' };
    const { isError, told } = await checkFunder(other, subject, { headers });
    expect([isError, told.code]).toEqual([true, 'insufficient_balance']);
    expect(told).toMatchObject({ price_usdc: '0.05', balance_usdc: '0.01' });
    expect(told.accepts[0].amount).toBe(`${PRICE}`);
    expect(told.hint).toMatchObject({ method: 'POST', url: `${other.url}/credits/prepare` });
    const left = await call(other, 'balance', {}, { headers: { 'x-forwarded-for': '198.51.100.10' } });
    expect(left.told.free_calls.remaining).toBe(3);
  });

  it('with a pass is not charged until the pass is used up', async () => {
    const key = await market.key(PRICE);
    await addPass(market.database.database.sql, key, 1);
    const first = await checkFunder(one, subject, withKey(key));
    expect(first.told.billing).toMatchObject({ route: 'pass', charged_usdc: '0.00', pass: { calls_left: 0 } });
    const second = await checkFunder(one, elsewhere, withKey(key));
    expect(second.told.billing).toMatchObject({ route: 'credit', charged_usdc: '0.05' });
  });
});

/** Where a call carries the name that its caller gave it. */
interface Named extends More {
  readonly args?: Readonly<Record<string, unknown>>;
}

const placesOfNames: readonly (readonly [string, (name: string) => Named])[] = [
  ['idempotency_key', (name) => ({ args: { idempotency_key: name } })],
  ['_meta x402/idempotency-key', (name) => ({ meta: { 'x402/idempotency-key': name } })],
  ['the header Idempotency-Key', (name) => ({ headers: { 'Idempotency-Key': name } })],
];

describe('a name of the question, with a key,', () => {
  it.each(placesOfNames)('by %s is charged once, and 409 for another question', async (_, named) => {
    const key = await market.key(1_000_000n);
    const shown = named(`name-${key.slice(-8)}`);
    const more = { headers: { ...withKey(key).headers, ...shown.headers }, meta: { ...shown.meta } };
    const asked = (address: string) => call(one, 'check_funder', { address, ...shown.args }, more);
    const first = await asked(subject);
    const again = await asked(subject);
    expect([first.told.billing.charged_usdc, again.told.billing]).toMatchObject([
      '0.05',
      { route: 'none', charged_usdc: '0.00', replayed: true },
    ]);
    expect(again.told.attestation).toBe(first.told.attestation);
    const differs = await asked(elsewhere);
    expect([differs.isError, differs.told.status, differs.told.code]).toEqual([true, 409, 'request_differs']);
    expect(await balanceOf(key)).toBe('0.95');
  });

  it('given in the call counts more than the one of its HTTP request', async () => {
    const key = await market.key(1_000_000n);
    const more = { headers: { ...withKey(key).headers, 'Idempotency-Key': 'of-the-connection' } };
    const all = [
      await checkFunder(one, subject, more, 'first'),
      await checkFunder(one, elsewhere, more, 'second'),
      await checkFunder(one, subject, more, 'first'),
    ];
    expect(all.map(({ told }) => told.billing.charged_usdc)).toEqual(['0.05', '0.05', '0.00']);
  });

  it('whose call is under way is asked to wait', async () => {
    const key = await market.key(1_000_000n);
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const asked = () => BODIES.reduce((sum, method) => sum + node.calls(method), 0);
    const before = asked();
    const first = checkFunder(shaky, subject, withKey(key), 'same');
    await until(() => asked() > before);
    const meanwhile = await checkFunder(shaky, subject, withKey(key), 'same');
    open();
    expect([meanwhile.isError, meanwhile.told.status]).toEqual([true, 409]);
    expect(meanwhile.told).toMatchObject({
      code: 'request_in_flight',
      retryable: true,
      retry_action: 'wait_and_retry',
    });
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    expect((await first).told.billing.route).toBe('credit');
    expect((await checkFunder(shaky, subject, withKey(key), 'same')).told.billing.replayed).toBe(true);
    expect(await balanceOf(key)).toBe('0.95');
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['of two lines', 'a\nb'],
    ['no ASCII', 'ü'],
    ['a number', 7],
  ])('that is %s is refused before anything runs', async (_, name) => {
    const key = await market.key(PRICE);
    const { isError, told } = await call(
      one,
      'check_funder',
      { address: subject, idempotency_key: name },
      withKey(key),
    );
    expect([isError, told.code, told.invalid[0].loc]).toEqual([
      true,
      'invalid_request',
      ['arguments', 'idempotency_key'],
    ]);
    expect(await balanceOf(key)).toBe('0.05');
  });
});

describe('a verdict that a gap of ours decided', () => {
  it('settles nothing, and its payment asks the same question again', async () => {
    const since = await market.watch();
    const more = { meta: { 'x402/payment': await payment(one, unjudged) } };
    for (const _ of [1, 2]) {
      const { isError, told, meta, headers } = await checkFunder(one, unjudged, more);
      const billing = { route: 'none', charged_usdc: '0.00' };
      expect([isError, told.verdict, told.billing]).toEqual([false, 'UNVERIFIABLE_ORIGIN', billing]);
      expect([meta, headers.has('payment-response')]).toEqual([{}, false]);
    }
    expect(await since()).toEqual(nothing);
  });

  it('does not free its payment for another question, which gets 409 and must not repeat it for ever', async () => {
    const more = { meta: { 'x402/payment': await payment(one, unjudged) } };
    await checkFunder(one, unjudged, more);
    const { told } = await checkFunder(one, subject, more);
    expect([told.status, told.code]).toEqual([409, 'payment_already_used']);
  });

  it('because the chain does not answer is no sign of safety, and nothing is settled or charged', async () => {
    const key = await market.key(PRICE);
    const since = await market.watch();
    const payload = await payment(shaky, elsewhere);
    node.fail(({ calls }) =>
      calls.some(({ method }) => ['getTransaction', 'getSignaturesForAddress'].includes(method))
        ? { kind: 'status', status: 503 }
        : null,
    );
    for (const more of [{ meta: { 'x402/payment': payload } }, withKey(key)]) {
      const { isError, told, texts } = await checkFunder(shaky, elsewhere, more);
      expect([isError, told.verdict, told.billing.route]).toEqual([false, 'UNKNOWN', 'none']);
      expect(told.gaps[0]).toMatchObject({ cause: 'rpc_unavailable', retryable: true });
      expect(texts[0]).toContain('UNKNOWN is not a sign of safety');
    }
    node.fail(null);
    expect([await since(), await balanceOf(key)]).toEqual([nothing, '0.05']);
  });
});

describe('a chain that nobody can read', () => {
  it('is a problem to be repeated with the same payment, which then pays', async () => {
    const since = await market.watch();
    const more = { meta: { 'x402/payment': await payment(shaky) } };
    node.fail(() => ({ kind: 'status', status: 503 }));
    const { isError, told, required } = await checkFunder(shaky, subject, more);
    node.fail(null);
    expect([isError, told.status, told.code, required]).toEqual([true, 503, 'chain_unavailable', null]);
    expect(told.retryable).toBe(true);
    expect(await since()).toEqual(nothing);
    await until(async () => (await checkFunder(shaky, subject, more)).told.billing?.route === 'x402');
    expect((await since()).got).toBe(PRICE);
  });
});

describe('a settlement of which nobody knows the end', () => {
  let facilitator: FacilitatorServer;
  let app: App;
  beforeAll(async () => {
    facilitator = await serveFacilitator({ rpcUrl: market.sandbox.url });
    const { X402_FEE_PAYER: _, ...env } = market.env;
    const settings = { ...env, ...PAID, X402_FACILITATOR: facilitator.url, PORT: '0' };
    app = await startApp(readConfig(settings), openLog('fatal'), { billing: { confirmMsMax: 50, confirmPauseMs: 5 } });
  });
  afterAll(async () => {
    await app?.stop();
    await facilitator?.close();
  });

  it('is a problem in flight and never terms to sign again, until it cannot land any more', async () => {
    const more = { meta: { 'x402/payment': await payment(app) } };
    facilitator.behave({ is: 'pretend' });
    const early = await checkFunder(app, subject, more);
    expect([early.isError, early.told.status, early.told.code]).toEqual([true, 503, 'in_flight']);
    expect(early.told).toMatchObject({
      payment_state: 'in_flight',
      retry_action: 'retry_same_payment',
      retryable: true,
    });
    expect([early.required, early.told.accepts, early.meta['x402/error']]).toEqual([null, undefined, undefined]);
    expect(early.headers.get('retry-after')).toBe('2');
    const pending = { success: false, errorReason: 'settlement_pending' };
    for (const key of RECEIPT_KEYS) expect(early.meta[key]).toMatchObject(pending);
    expect(JSON.stringify([early.told, early.texts])).not.toContain('CEX_FUNDED');
    await market.advance(400);
    await market.lapse();
    const late = await checkFunder(app, subject, more);
    expect([late.told.status, late.told.code]).toEqual([402, 'payment_failed']);
    expect(late.meta[RECEIPT_KEYS[0]]).toMatchObject({ success: false });
    facilitator.behave({ is: 'honest' });
    const anew = (await payFor(market.sandbox.url, payer, late)).payload;
    expect((await checkFunder(app, subject, { meta: { 'x402/payment': anew } })).told.billing.route).toBe('x402');
  });
});

describe('many checks in one call', () => {
  const funders = (...addresses: readonly string[]) =>
    addresses.map((address) => ({ kind: 'funder', subject: address }));
  const batch = (app: Endpoint, checks: readonly object[], more?: More) => call(app, 'check_batch', { checks }, more);

  it('get one price, and one payment pays for all of them', async () => {
    const since = await market.watch();
    const checks = funders(subject, elsewhere, subject);
    const unpaid = await batch(one, checks);
    expect([unpaid.isError, unpaid.told.code]).toEqual([true, 'payment_required']);
    expect([unpaid.told.price_usdc, unpaid.told.accepts[0].amount]).toEqual(['0.10', `${2n * PRICE}`]);
    expect(unpaid.told.resource.url).toBe(`${one.url}/mcp`);
    expect(unpaid.told.hint).toMatchObject({
      method: 'POST',
      url: `${one.url}/mcp`,
      body: { method: 'tools/call', params: { name: 'check_batch', arguments: { checks } } },
    });
    const { payload } = await payFor(market.sandbox.url, payer, unpaid);
    const more = { meta: { 'x402/payment': payload } };
    const paid = await batch(one, checks, more);
    expect(paid.told.results.map(({ verdict }: Json) => verdict)).toEqual([
      'CEX_FUNDED',
      'WALLET_FUNDED',
      'CEX_FUNDED',
    ]);
    expect(paid.told.bill).toEqual({ checks: 2, delivered: 2, price_usdc: '0.10', charged_usdc: '0.10' });
    expect(paid.told.change).toBeUndefined();
    expect(new Set(paid.told.results.map(({ billing }: Json) => billing.transaction)).size).toBe(1);
    for (const key of RECEIPT_KEYS) expect(paid.meta[key]).toMatchObject({ success: true });
    expect((await since()).got).toBe(2n * PRICE);
    const again = await batch(one, checks, more);
    expect(again.told.results.every(({ billing }: Json) => billing.replayed)).toBe(true);
    const other409 = await batch(one, funders(elsewhere, subject), more);
    expect([other409.told.status, other409.told.code]).toEqual([409, 'payment_already_used']);
    expect((await since()).got).toBe(2n * PRICE);
  });

  it('of which a part was not judged give change to a key that works', async () => {
    const since = await market.watch();
    const checks = funders(subject, unjudged);
    const { payload } = await payFor(market.sandbox.url, payer, await batch(one, checks));
    const more = { meta: { 'x402/payment': payload } };
    const paid = await batch(one, checks, more);
    const { change, bill, results } = paid.told;
    expect(change).toEqual({ amount_usdc: '0.05', api_key: expect.stringMatching(/^assay_/) });
    expect([bill.delivered, bill.charged_usdc, results[1].billing.route]).toEqual([2, '0.05', 'none']);
    expect(paid.texts.join(' ')).not.toContain(change.api_key);
    expect((await since()).got).toBe(2n * PRICE);
    expect((await batch(one, checks, more)).told.change).toEqual(change);
    await until(async () => (await market.ledger.statement(change.api_key)) !== null);
    expect((await checkFunder(one, subject, withKey(change.api_key))).told.billing).toEqual({
      route: 'credit',
      charged_usdc: '0.05',
      balance_usdc: '0.00',
    });
    expect((await checkFunder(one, subject, withKey(change.api_key))).told.code).toBe('insufficient_balance');
  });

  it('of which none was judged settle nothing', async () => {
    const since = await market.watch();
    const checks = funders(unjudged);
    const { payload } = await payFor(market.sandbox.url, payer, await batch(one, checks));
    const { told, meta } = await batch(one, checks, { meta: { 'x402/payment': payload } });
    expect([told.bill.charged_usdc, told.change, meta]).toEqual(['0.00', undefined, {}]);
    expect(await since()).toEqual(nothing);
  });

  it('cannot be paid by version 1, which gets an error', async () => {
    const { payload } = await payFor(market.sandbox.url, payer, await checkFunder(one, subject), 1);
    const since = await market.watch();
    const { isError, told } = await batch(one, funders(subject, elsewhere), { meta: { 'x402/payment': payload } });
    expect([isError, told.status]).toEqual([true, 402]);
    expect(`${told.detail}`).toMatch(/version 1|payment requirements/);
    expect(await since()).toEqual(nothing);
  });

  it('with a key are charged one by one, each once', async () => {
    const key = await market.key(1_000_000n);
    const checks = [...funders(subject, unjudged, subject), { kind: 'token', subject: 'x' }];
    const { told } = await batch(one, checks, withKey(key));
    expect(told.bill).toMatchObject({ charged_usdc: '0.05' });
    expect(told.results[3]).toMatchObject({ kind: 'token', code: 'invalid_request' });
    expect(await balanceOf(key)).toBe('0.95');
  });

  it('with a name are charged once', async () => {
    const key = await market.key(1_000_000n);
    const args = { checks: funders(subject, elsewhere), idempotency_key: 'a-batch' };
    const [first, again] = [
      await call(one, 'check_batch', args, withKey(key)),
      await call(one, 'check_batch', args, withKey(key)),
    ];
    expect([first.told.bill.charged_usdc, again.told.bill.charged_usdc]).toEqual(['0.10', '0.00']);
    const differs = await call(one, 'check_batch', { ...args, checks: funders(elsewhere) }, withKey(key));
    expect([differs.told.status, differs.told.code]).toEqual([409, 'request_differs']);
    expect(await balanceOf(key)).toBe('0.90');
  });

  it('are free all together or not at all', async () => {
    const from = (ip: string): More => ({ headers: { 'x-forwarded-for': ip } });
    const left = async (ip: string) => (await call(other, 'balance', {}, from(ip))).told.free_calls.remaining;
    const three = await batch(other, funders(subject, elsewhere, unjudged), from('198.51.100.20'));
    expect(three.told.results.map(({ billing }: Json) => billing.route)).toEqual(['free', 'free', 'free']);
    expect(three.told.bill.charged_usdc).toBe('0.00');
    expect(await left('198.51.100.20')).toBe(0);
    expect((await checkFunder(other, subject, from('198.51.100.21'))).told.billing.free_remaining).toBe(2);
    const more = await batch(
      other,
      funders(subject, elsewhere, market.subject('CEX_FUNDED', 1)),
      from('198.51.100.21'),
    );
    expect([more.isError, more.told.code, more.told.price_usdc]).toEqual([true, 'payment_required', '0.15']);
    expect(more.told.free_calls).toMatchObject({ limit: 3, remaining: 2 });
    expect(more.texts.at(-1)).toContain('2 of 3 free calls are left today, and 3 are asked for at once');
    expect(await left('198.51.100.21')).toBe(2);
  });
});
