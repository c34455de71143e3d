import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Market, openMarket, PRICE, pay, type Signed } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { type Json, post, type Said, said, sending, type Wire } from './rpc.ts';

let market: Market;
let one: Service;
let other: Service;
let subject: string;

beforeAll(async () => {
  market = await openMarket();
  [one, other] = await Promise.all([market.open(), market.open()]);
  subject = market.subject('CEX_FUNDED');
});
afterAll(() => market?.stop());

const port = (app: Service) => ({ port: Number(new URL(app.url).port) });
const about = (address = subject) => [{ kind: 'funder', address }];

async function send(app: Service, wire: Wire, contents: readonly (object | string)[], more = {}, headers = {}) {
  return said(await post(port(app), wire, sending(wire, contents, more), headers));
}

const submitted = (payload: unknown) => ({
  metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload },
});

/** A payment of what an unpaid task asks for, signed by the reference client of a version. */
async function signedFor(task: Said, version: 1 | 2, payer?: Keypair): Promise<Signed> {
  const offered = { required: task.metadata['x402.payment.required.v2'], body: task.metadata['x402.payment.required'] };
  return await pay(market.sandbox.url, version, payer ?? (await market.payer()), offered);
}

/** An unpaid task, and the message that pays for it. */
async function opened(wire: Wire, version: 1 | 2) {
  const task = await send(one, wire, about());
  const { payload } = await signedFor(task, version);
  return { id: task.value.id as string, payload, paying: { taskId: task.value.id, ...submitted(payload) } };
}

function withoutBilling({ billing: _, ...rest }: Json): Json {
  return rest;
}

describe.each([
  { wire: '1.0', version: 2 },
  { wire: '1.0', version: 1 },
  { wire: '0.3', version: 2 },
  { wire: '0.3', version: 1 },
] as const)('a task of $wire that is paid by x402 version $version', ({ wire, version }) => {
  it('is completed once the merchant has the price, with answer and receipt', async () => {
    const { id, paying } = await opened(wire, version);
    const since = await market.watch();
    const paid = await send(one, wire, ['here'], paying);
    expect([paid.state, paid.value.id]).toEqual(['completed', id]);
    const [answer] = paid.answers;
    expect(answer).toMatchObject({ verdict: 'CEX_FUNDED', billing: { route: 'x402', charged_usdc: '0.05' } });
    const receipt = { success: true, transaction: answer.billing.transaction };
    expect(paid.metadata).toMatchObject({
      'x402.payment.status': 'payment-completed',
      'x402.payment.receipts': [receipt],
    });
    expect(paid.texts[0]).toContain('Charged 0.05 USDC (x402)');
    expect((await since()).got).toBe(PRICE);
  });

  it('is answered again for the same payment, free, also by another replica', async () => {
    const { paying } = await opened(wire, version);
    const first = await send(one, wire, ['here'], paying);
    const since = await market.watch();
    for (const app of [one, other]) {
      const again = await send(app, wire, ['again'], paying);
      expect([again.state, again.answers[0].billing.replayed]).toEqual(['completed', true]);
      expect(withoutBilling(again.answers[0])).toEqual(withoutBilling(first.answers[0]));
      expect(again.metadata['x402.payment.receipts']).toEqual(first.metadata['x402.payment.receipts']);
    }
    expect((await since()).got).toBe(0n);
  });
});

describe('a payment', () => {
  it('may come with the question itself, as base64', async () => {
    const { payload } = await opened('1.0', 2);
    const text = Buffer.from(JSON.stringify(payload)).toString('base64');
    const paid = await send(one, '1.0', about(), submitted(text));
    expect([paid.state, paid.answers[0].verdict]).toEqual(['completed', 'CEX_FUNDED']);
  });

  it('may come in the header, and is answered by a message', async () => {
    const task = await send(one, '1.0', about());
    const { headers } = await signedFor(task, 2);
    const paid = await send(one, '1.0', about(), {}, headers);
    expect([paid.is, paid.objects[0].billing.route]).toEqual(['message', 'x402']);
    expect(paid.metadata['x402.payment.receipts'][0].success).toBe(true);
  });

  it('is one payment as an object, as base64 and in the header', async () => {
    const task = await send(one, '1.0', about());
    const { payload, headers } = await signedFor(task, 2);
    const turned = Object.fromEntries(Object.entries(payload as object).reverse());
    const first = await send(one, '1.0', about(), submitted(payload));
    const since = await market.watch();
    const base64 = Buffer.from(JSON.stringify(turned, null, 2)).toString('base64');
    const again = [
      await send(other, '1.0', about(), submitted(turned)),
      await send(one, '0.3', about(), submitted(base64)),
      await send(other, '1.0', about(), {}, headers),
    ];
    for (const { objects, answers } of again) {
      const [answer] = [...answers, ...objects];
      expect(answer.billing).toMatchObject({ route: 'x402', replayed: true });
      expect(answer.billing.transaction).toBe(first.answers[0].billing.transaction);
    }
    expect((await since()).got).toBe(0n);
  });

  it('that comes with a question of unknown members stays unused', async () => {
    const task = await send(one, '1.0', about());
    const { payload, headers } = await signedFor(task, 2);
    const since = await market.watch();
    const [question] = about();
    const odd = [{ ...question, size: '2' }];
    for (const told of [await send(one, '1.0', odd, submitted(payload)), await send(one, '0.3', odd, {}, headers)]) {
      expect(told.objects[0].detail).toMatchObject([{ type: 'extra_forbidden', loc: ['message', 'size'] }]);
    }
    expect((await since()).got).toBe(0n);
    expect((await send(other, '1.0', about(), submitted(payload))).state).toBe('completed');
  });

  it('pays for one question: another one gets 409', async () => {
    const { payload, paying } = await opened('1.0', 2);
    await send(one, '1.0', ['here'], paying);
    const since = await market.watch();
    const elsewhere = await send(other, '1.0', about(market.subject('WALLET_FUNDED')), submitted(payload));
    expect([elsewhere.state, elsewhere.objects[0].status, elsewhere.objects[0].code]).toEqual([
      'input-required',
      409,
      'payment_already_used',
    ]);
    expect(elsewhere.metadata).toMatchObject({
      'x402.payment.status': 'payment-failed',
      'x402.payment.error': 'DUPLICATE_NONCE',
    });
    expect((await since()).got).toBe(0n);
  });

  it('that its payer signs a second time for the same task stays unused', async () => {
    const payer = await market.payer();
    const task = await send(one, '1.0', about());
    const sign = async () => submitted((await signedFor(task, 1, payer)).payload);
    const first = await send(one, '1.0', ['here'], { taskId: task.value.id, ...(await sign()) });
    const since = await market.watch();
    const again = await send(other, '1.0', ['here'], { taskId: task.value.id, ...(await sign()) });
    expect([again.state, again.answers[0].billing.replayed]).toEqual(['completed', true]);
    expect(again.metadata['x402.payment.receipts']).toEqual(first.metadata['x402.payment.receipts']);
    expect((await since()).got).toBe(0n);
  });

  it('of another amount is refused with new terms, and the task goes on', async () => {
    const dear = await send(one, '1.0', [{ kind: 'wallet', address: subject }]);
    const { payload } = await signedFor(dear, 2);
    const task = await send(one, '1.0', about());
    const refused = await send(one, '1.0', ['here'], { taskId: task.value.id, ...submitted(payload) });
    expect(refused.state).toBe('input-required');
    expect(refused.metadata).toMatchObject({
      'x402.payment.status': 'payment-failed',
      'x402.payment.error': 'INVALID_AMOUNT',
      'x402.payment.required': { x402Version: 1 },
      'x402.payment.receipts': [{ success: false, transaction: '' }],
    });
    const { payload: right } = await signedFor(task, 2);
    const paid = await send(one, '1.0', ['here'], { taskId: task.value.id, ...submitted(right) });
    expect(paid.state).toBe('completed');
  });

  it('settles once when two replicas get it at the same instant', async () => {
    const { paying } = await opened('1.0', 2);
    const since = await market.watch();
    const all = await Promise.all([one, other, one, other].map((app) => send(app, '1.0', ['here'], paying)));
    const paid = all.filter(({ state }) => state === 'completed');
    expect(new Set(paid.map(({ answers }) => answers[0].billing.transaction)).size).toBe(1);
    for (const { state, objects } of all) {
      if (state !== 'completed') expect(objects[0]).toMatchObject({ retry_action: 'retry_same_payment' });
    }
    expect((await since()).got).toBe(PRICE);
  });
});

describe('a task that was cancelled', () => {
  it('gives its paid answer to the same payment, by every replica', async () => {
    const { id, paying } = await opened('1.0', 2);
    const first = await send(one, '1.0', ['here'], paying);
    const since = await market.watch();
    const cancel = { jsonrpc: '2.0', id: 1, method: 'CancelTask', params: { id } };
    expect(said(await post(port(one), '1.0', cancel)).value.code).toBe(-32002);
    expect(said(await post(port(other), '1.0', cancel)).texts[0]).toContain('A payment that was sent before counts');
    const again = await send(other, '1.0', ['again'], paying);
    expect([again.state, withoutBilling(again.answers[0])]).toEqual(['completed', withoutBilling(first.answers[0])]);
    expect((await since()).got).toBe(0n);
  });
});

describe('a key', () => {
  it('pays for a message and gets what REST gives', async () => {
    const key = await market.key(1_000_000n);
    const paid = await send(one, '0.3', about(), {}, { 'x-api-key': key });
    expect(paid.objects[0].billing).toEqual({ route: 'credit', charged_usdc: '0.05', balance_usdc: '0.95' });
    const rest = await ask(`${one.url}/check/funder/${subject}`, { 'x-api-key': key });
    const plain = ({ as_of: _a, attestation: _b, billing: _c, ...document }: Json) => document;
    expect(plain(paid.objects[0])).toEqual(plain(rest.body));
  });

  it('is charged once for a task, whichever replica is asked again', async () => {
    const key = { 'x-api-key': await market.key(1_000_000n) };
    const task = await send(one, '1.0', about());
    const paid = await send(one, '1.0', ['here'], { taskId: task.value.id }, key);
    const again = await send(other, '1.0', ['here'], { taskId: task.value.id }, key);
    expect([paid.answers[0].billing.balance_usdc, again.answers[0].billing]).toMatchObject([
      '0.95',
      { replayed: true },
    ]);
    const balance = await ask(`${one.url}/credits/balance`, key);
    expect(balance.body.balance_usdc).toBe('0.95');
  });

  it('that cannot pay gets an error, and nothing runs', async () => {
    const told = await send(one, '1.0', about(), {}, { 'x-api-key': await market.key(10_000n) });
    expect([told.state, told.objects.at(-1).code, told.objects.at(-1).balance_usdc]).toEqual([
      'input-required',
      'insufficient_balance',
      '0.01',
    ]);
  });
});
