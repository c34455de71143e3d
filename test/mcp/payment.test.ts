import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { addressOfKey, encoded, signedInPart } from '../payments/x402-counter.ts';
import {
  ask,
  checkOf,
  confirmed,
  inHeader,
  type Json,
  type Market,
  openMarket,
  PRICE,
  type Signed,
  signed,
  withoutNonce,
  wrapped,
} from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { type Called, call, checkFunder, dialects, type More, payFor, RECEIPT_KEYS } from './payment-calls.ts';

const NONCE = 'assay-nonce';
const RECEIPTS = { 1: 'x-payment-response', 2: 'payment-response' } as const;

let market: Market;
let one: Service;
let other: Service;
/** A service with free calls, for callers of many addresses. */
let generous: Service;
let subject: string;
let elsewhere: string;
let payer: Keypair;

beforeAll(async () => {
  market = await openMarket();
  const paid = { FREE_CALLS_PER_DAY: '0' };
  [one, other, generous] = await Promise.all([
    market.open(paid),
    market.open(paid),
    market.open({ FREE_CALLS_PER_DAY: '2', TRUST_PROXY: '1' }),
  ]);
  subject = market.subject('CEX_FUNDED');
  elsewhere = market.subject('WALLET_FUNDED');
});
afterAll(() => market?.stop());
/** A new payer for each test, because two failures send one to prepaid credit. */
beforeEach(async () => {
  payer = await market.payer();
});

const nothing = { got: 0n, spent: 0n };
const asObject = ({ payload }: Signed): More => ({ meta: { 'x402/payment': payload } });

async function paymentFor(address = subject, version: 1 | 2 = 2, app = one, id?: string): Promise<Signed> {
  return await payFor(market.sandbox.url, payer, await checkFunder(app, address), version, id);
}

function plain({ told }: Called): Json {
  const { billing: _, ...document } = told;
  return document;
}

/** Terms without what is new in each 402. */
function lasting({ extensions, ...terms }: Json): Json {
  const { [NONCE]: nonce, ...others } = extensions;
  expect(nonce.info.nonce).toMatch(/^[\w-]{16,}$/);
  return { ...terms, extensions: others };
}

describe('an unpaid call', () => {
  it('gets the terms in every place where clients look, and they are those of the check over REST', async () => {
    const unpaid = await checkFunder(one, subject);
    expect([unpaid.status, unpaid.isError]).toEqual([200, true]);
    expect(JSON.parse(unpaid.texts[0] ?? '')).toEqual(unpaid.told);
    expect(unpaid.meta['x402/error']).toEqual(unpaid.told);
    const { x402Version, error, resource, accepts, extensions } = unpaid.told;
    expect({ x402Version, error, resource, accepts, extensions }).toEqual(unpaid.required);
    const rest = await ask(checkOf(one, subject));
    expect(lasting(unpaid.required)).toEqual(lasting(rest.required));
    expect(unpaid.told).toMatchObject({
      x402Version: 2,
      code: 'payment_required',
      status: 402,
      price_usdc: '0.05',
      accepts: [{ amount: `${PRICE}`, payTo: addressOfKey(market.merchant) }],
      resource: { url: checkOf(one, subject) },
      hint: rest.body.hint,
    });
    expect(unpaid.texts[1]).toContain('no verdict');
    expect(unpaid.headers.get('cache-control')).toBe('no-store');
  });

  it('gets the price and the address of the size that it names', async () => {
    const mint = market.sandbox.subjects.find(({ kind }) => kind === 'trade')?.address ?? '';
    const { told } = await call(one, 'check_trade', { mint, size_sol: 1.5 });
    const url = `${one.url}/check/trade/${mint}?size_sol=1.5`;
    expect([told.accepts[0].amount, told.resource.url]).toEqual(['20000', url]);
    expect(told.accepts).toEqual((await ask(url)).required.accepts);
  });

  it('without a facilitator has no terms and says where keys are sold', async () => {
    const off = await market.open({ FREE_CALLS_PER_DAY: '0', X402_FACILITATOR: 'off' });
    const unpaid = await checkFunder(off, subject);
    expect([unpaid.isError, unpaid.told.accepts, unpaid.required]).toEqual([true, [], null]);
    expect(unpaid.told.hint).toMatchObject({ method: 'GET', url: `${off.url}/credits` });
  });
});

describe.each(dialects)('a payment as $way', ({ version, carry }) => {
  it('buys the verdict once the merchant has the price, and the receipt stands everywhere', async () => {
    const since = await market.watch();
    const paid = await checkFunder(one, subject, carry(await paymentFor(subject, version)));
    expect([paid.isError, paid.told.verdict]).toEqual([false, 'CEX_FUNDED']);
    const { transaction } = paid.told.billing;
    expect(paid.told.billing).toEqual({ route: 'x402', charged_usdc: '0.05', transaction });
    const network = version === 2 ? market.env.SOLANA_NETWORK : 'solana-devnet';
    const receipt = { success: true, transaction, network, payer: addressOfKey(payer) };
    for (const key of RECEIPT_KEYS) expect(paid.meta[key]).toMatchObject(receipt);
    expect(inHeader(paid.headers.get(RECEIPTS[version]))).toEqual(paid.meta[RECEIPT_KEYS[0]]);
    expect(paid.headers.has(RECEIPTS[version === 1 ? 2 : 1])).toBe(false);
    expect([paid.headers.get('x-verdict'), paid.required]).toEqual(['CEX_FUNDED', null]);
    expect((await since()).got).toBe(PRICE);
    const { value } = await rpc<{ value: Json[] }>(market.sandbox.url, 'getSignatureStatuses', [[transaction]]);
    expect(value[0]).toMatchObject({ err: null });
  });

  it('is answered again for the same question, free, also by another replica', async () => {
    const payment = await paymentFor(subject, version);
    const first = await checkFunder(one, subject, carry(payment));
    const since = await market.watch();
    for (const app of [one, other]) {
      const again = await checkFunder(app, subject, carry(payment));
      expect([again.isError, again.told.billing.replayed]).toEqual([false, true]);
      expect(plain(again)).toEqual(plain(first));
      for (const key of RECEIPT_KEYS) expect(again.meta[key]).toEqual(first.meta[key]);
      expect(again.texts[0]).toContain('Nothing was charged');
    }
    expect(await since()).toEqual(nothing);
  });

  it('is no payment for another question', async () => {
    const payment = await paymentFor(subject, version);
    await checkFunder(one, subject, carry(payment));
    const since = await market.watch();
    for (const app of [one, other]) {
      const { isError, told, required } = await checkFunder(app, elsewhere, carry(payment));
      expect([isError, told.status, told.code, required]).toEqual([true, 409, 'payment_already_used', null]);
    }
    expect(await since()).toEqual(nothing);
  });
});

describe('a payment that is shown again', () => {
  it('is the same with its members in another order, however it is carried', async () => {
    const { payload } = await paymentFor();
    const { transaction } = (await checkFunder(one, subject, { meta: { 'x402/payment': payload } })).told.billing;
    const since = await market.watch();
    const turned = Object.fromEntries(Object.entries(payload).reverse());
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(payload));
    for (const shown of [turned, encoded(turned), encoded(payload)]) {
      const { told } = await checkFunder(other, subject, { meta: { 'x402/payment': shown } });
      expect(told.billing).toMatchObject({ replayed: true, transaction });
    }
    const rest = await ask(checkOf(one, subject), { 'PAYMENT-SIGNATURE': encoded(turned) });
    expect(rest.body.billing).toMatchObject({ replayed: true, transaction });
    expect(await since()).toEqual(nothing);
  });

  it('is the same over REST and here where its bytes are the same', async () => {
    const payment = await paymentFor();
    const [value] = Object.values(payment.headers);
    const rest = await ask(checkOf(one, subject), payment.headers);
    expect(rest.status).toBe(200);
    const since = await market.watch();
    for (const more of [{ headers: payment.headers }, { meta: { 'x402/payment': value } }]) {
      const again = await checkFunder(one, subject, more);
      expect(again.told.billing).toMatchObject({ replayed: true, transaction: rest.body.billing.transaction });
      const { billing: _, ...document } = rest.body;
      expect(plain(again)).toEqual(document);
    }
    expect(await since()).toEqual(nothing);
  });

  it('is another one without what only its payer knows', async () => {
    const payment = await paymentFor();
    await checkFunder(one, subject, asObject(payment));
    const { told } = await checkFunder(one, subject, asObject(withoutNonce(payment)));
    expect([told.status, told.code]).toEqual([409, 'payment_already_used']);
    const { payload } = payment;
    const fresh = { ...payload, extensions: (await checkFunder(one, subject)).told.extensions };
    const rebuilt = await checkFunder(one, subject, asObject(signed(2, fresh)));
    expect([rebuilt.told.status, rebuilt.told.code]).toEqual([409, 'payment_already_used']);
  });

  it('settles once when two replicas get it at the same instant', async () => {
    const more = asObject(await paymentFor());
    const since = await market.watch();
    const all = await Promise.all([one, other, one, other].map((app) => checkFunder(app, subject, more)));
    const paid = all.filter(({ isError }) => !isError);
    expect(new Set(paid.map(({ told }) => told.billing.transaction)).size).toBe(1);
    for (const { isError, told } of all) if (isError) expect([told.status, told.code]).toEqual([503, 'in_flight']);
    expect((await since()).got).toBe(PRICE);
  });

  it('buys one answer where several calls of one HTTP request show it', async () => {
    const { payload } = await paymentFor();
    const since = await market.watch();
    const message = (id: number, address: string) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'check_funder', arguments: { address }, _meta: { 'x402/payment': payload } },
    });
    const response = await fetch(`${one.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([message(1, subject), message(2, elsewhere), message(3, subject)]),
    });
    const results: Json[] = (await response.json()).map(({ result }: Json) => result);
    const delivered = results
      .filter(({ isError }) => isError !== true)
      .map(({ structuredContent }) => structuredContent);
    expect(new Set(delivered.map(({ billing }) => billing.transaction)).size).toBe(1);
    expect(new Set(delivered.map((document) => document.subject)).size).toBe(1);
    expect((await since()).got).toBe(PRICE);
  });
});

describe('what is no payment', () => {
  const v1 = { x402Version: 1, scheme: 'exact', network: 'solana-devnet' };
  it.each([
    ['text', 'nothing'],
    ['no base64', '%%%'],
    ['the base64 of no JSON', Buffer.from('nothing').toString('base64')],
    ['too long', 'A'.repeat(12_000)],
    ['a number', 7],
    ['true', true],
    ['a list', [1]],
    ['an empty object', {}],
    ['of no version', { payload: { transaction: 'AA==' } }],
    ['without a transaction', { ...v1, payload: {} }],
    ['with a transaction that is none', { ...v1, payload: { transaction: 'AA==' } }],
  ])('because it is %s is a problem and no terms', async (_, value) => {
    for (const key of ['x402/payment', 'x402.payment']) {
      const { isError, told, required, texts } = await checkFunder(one, subject, { meta: { [key]: value } });
      expect([isError, told.status, told.code, required]).toEqual([true, 400, 'payment_malformed', null]);
      expect(texts[0]).toContain('Nothing was used');
    }
  });

  it('is not replaced by a free call', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const { told } = await checkFunder(generous, subject, { meta: { 'x402/payment': {} }, headers });
    expect(told.code).toBe('payment_malformed');
    const left = await call(generous, 'balance', {}, { headers });
    expect(left.told.free_calls).toMatchObject({ limit: 2, remaining: 2 });
  });
});

describe('a payment that does not pay', () => {
  const draft = () => ({ payer, feePayer: addressOfKey(market.feePayer), merchant: addressOfKey(market.merchant) });
  const blockhash = async (): Promise<string> =>
    (await rpc<Json>(market.sandbox.url, 'getLatestBlockhash')).value.blockhash;

  /** Shows a transaction as the payment; what came of it must be a 402 with terms that can be signed. */
  async function refused(transaction: string): Promise<Called> {
    const { required } = await checkFunder(one, subject);
    const since = await market.watch();
    const answer = await checkFunder(one, subject, { meta: { 'x402/payment': wrapped(required, transaction) } });
    expect([answer.isError, answer.told.status]).toEqual([true, 402]);
    expect(answer.meta['x402/error']).toEqual(answer.told);
    expect(JSON.parse(answer.texts[0] ?? '')).toEqual(answer.told);
    expect(answer.required.accepts).toEqual(required.accepts);
    expect(answer.required.extensions[NONCE]).not.toEqual(required.extensions[NONCE]);
    expect(await since()).toEqual(nothing);
    return answer;
  }

  it.each([
    ['of less than the price', () => ({ amountAtomic: PRICE - 1n }), 'amount_mismatch'],
    ['to somebody else', () => ({ merchant: addressOfKey(payer) }), 'recipient_mismatch'],
    ['that nobody signed', () => ({ signers: [] }), 'signature_invalid'],
  ])('%s gets the cause, with new terms that then pay', async (_, changed, reason) => {
    const recent = await blockhash();
    const answer = await refused(signedInPart({ ...draft(), amountAtomic: PRICE, blockhash: recent, ...changed() }));
    expect([answer.told.code, answer.told.error]).toEqual(['payment_invalid', expect.stringContaining(reason)]);
    const good = await payFor(market.sandbox.url, payer, answer);
    expect((await checkFunder(one, subject, asObject(good))).told.billing.route).toBe('x402');
  });

  it('because it expired says so', async () => {
    const transaction = signedInPart({ ...draft(), amountAtomic: PRICE, blockhash: await blockhash() });
    await market.advance(200);
    expect((await refused(transaction)).told.code).toBe('payment_invalid');
  });

  it('because its payer has nothing left says so', async () => {
    const poor = await market.payer();
    const rest = 1_000_000n - PRICE + 1n;
    const url = market.sandbox.url;
    const away = signedInPart({
      payer: poor,
      merchant: addressOfKey(market.merchant),
      feePayer: addressOfKey(poor),
      amountAtomic: rest,
      blockhash: await blockhash(),
    });
    await confirmed(url, await rpc<string>(url, 'requestAirdrop', [addressOfKey(poor), 1_000_000_000]));
    const { payload } = await payFor(url, poor, await checkFunder(one, subject));
    await confirmed(url, await rpc<string>(url, 'sendTransaction', [away, { encoding: 'base64' }]));
    const answer = await refused(payload.payload.transaction);
    expect(answer.told.code).toBe('insufficient_funds');
  });

  it('because it is of another price names the right one', async () => {
    const dear = await call(one, 'check_wallet', { address: subject });
    const { payload } = await payFor(market.sandbox.url, payer, dear);
    const answer = await checkFunder(one, subject, { meta: { 'x402/payment': payload } });
    expect([answer.told.code, answer.told.accepts[0].amount]).toEqual(['payment_invalid', `${PRICE}`]);
  });
});

/** Where a name goes: into the payment itself, which takes it as an identifier, or beside it. */
const placesOfNames: readonly (readonly [string, (name: string) => readonly [string | undefined, More]])[] = [
  ['payment-identifier', (name) => [name, {}]],
  ['_meta x402/idempotency-key', (name) => [undefined, { meta: { 'x402/idempotency-key': name } }]],
  ['Idempotency-Key', (name) => [undefined, { headers: { 'Idempotency-Key': name } }]],
];

describe('a payment with a name', () => {
  it.each(placesOfNames)(
    'by %s is answered from the first when it is signed again, and 409 for another question',
    async (_, named) => {
      const [id, more] = named(`order_${payer.publicKey.toBase58()}`);
      const shown = async (address: string): Promise<More> => {
        const { payload } = await paymentFor(address, 2, one, id);
        return { ...more, meta: { ...more.meta, 'x402/payment': payload } };
      };
      const first = await checkFunder(one, subject, await shown(subject));
      expect(first.told.verdict).toBe('CEX_FUNDED');
      const since = await market.watch();
      const again = await checkFunder(other, subject, await shown(subject));
      expect(again.told.billing).toMatchObject({ replayed: true, transaction: first.told.billing.transaction });
      const differs = await checkFunder(one, elsewhere, await shown(elsewhere));
      expect([differs.told.status, differs.told.code]).toEqual([409, 'request_differs']);
      expect(await since()).toEqual(nothing);
    },
  );
});

describe('free calls', () => {
  const from = (ip: string, more: More = {}): More => ({
    ...more,
    headers: { ...more.headers, 'x-forwarded-for': ip },
  });

  it('are counted down in the verdict and the headers, and then the terms come', async () => {
    const caller = from('198.51.100.1');
    for (const left of [1, 0]) {
      const free = await checkFunder(generous, subject, caller);
      expect(free.told.billing).toEqual({ route: 'free', charged_usdc: '0.00', free_remaining: left });
      expect(free.headers.get('x-ratelimit-remaining')).toBe(`${left}`);
      expect(free.headers.get('ratelimit')).toMatch(new RegExp(`, "free";r=${left};t=\\d+$`));
      expect(free.headers.get('ratelimit-policy')).toMatch(/, "free";q=2;w=86400$/);
    }
    const unpaid = await checkFunder(generous, subject, caller);
    expect(unpaid.told).toMatchObject({
      code: 'payment_required',
      free_calls: { limit: 2, remaining: 0, resets_at: expect.stringMatching(/T00:00:00/) },
      accepts: [{ amount: `${PRICE}` }],
    });
    expect(unpaid.headers.get('ratelimit')).toMatch(/, "free";r=0;t=\d+$/);
    const paid = await checkFunder(generous, subject, {
      ...caller,
      ...asObject(await payFor(market.sandbox.url, payer, unpaid)),
    });
    expect(paid.told.billing).toMatchObject({ route: 'x402', charged_usdc: '0.05' });
  });

  it('are not used by who chose to pay', async () => {
    const caller = from('198.51.100.2');
    const since = await market.watch();
    const { payload } = await paymentFor();
    const paid = await checkFunder(generous, subject, { ...caller, meta: { 'x402/payment': payload } });
    expect(paid.told.billing.route).toBe('x402');
    expect((await since()).got).toBe(PRICE);
    const left = await call(generous, 'balance', {}, caller);
    expect(left.told.free_calls.remaining).toBe(2);
  });

  it('are not given over REST', async () => {
    const { status, body } = await ask(checkOf(generous, subject), { 'x-forwarded-for': '198.51.100.3' });
    expect([status, body.code]).toEqual([402, 'payment_required']);
  });
});
