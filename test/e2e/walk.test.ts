import { setTimeout as pause } from 'node:timers/promises';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { x402Client } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { confirmed, inHeader, type Json } from '../support/market.ts';
import { openService, type Service } from '../support/service.ts';
import { type Found, isSigned, type Spelled, Walker } from './walker.ts';

/*
 * What an agent knows that has never heard of the service: the address of its front page, HTTP, JSON, its own wallet with an
 * endpoint of the chain, and the protocols by their names: JSON-RPC as MCP uses it, OpenAPI, x402.
 */

const SOL = 1_000_000_000;

let town: { readonly service: Service; readonly rpcUrl: string };
let wallet: Keypair;
let walker: Walker;

beforeAll(async () => {
  const service = await openService();
  town = { service, rpcUrl: String(/sandbox RPC +(\S+)/.exec(service.output())?.[1]) };
});
afterAll(async () => {
  await town?.service.end();
});
beforeEach(async () => {
  wallet = Keypair.generate();
  walker = new Walker(`${town.service.url}/`);
  const owner = wallet.publicKey.toBase58();
  const given = [
    await rpc<string>(town.rpcUrl, 'requestAirdrop', [owner, SOL]),
    await rpc<string>(town.rpcUrl, 'sandbox_airdropUsdc', [owner, '6000000']),
  ];
  for (const signature of given) await confirmed(town.rpcUrl, signature);
});

/** A message to an MCP server whose address was read. */
async function mcp(url: string, method: string, params: object = {}): Promise<Json> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const { body } = await walker.go({
    method: 'POST',
    url,
    headers,
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
  return body.result;
}

/** Signs a transaction with the wallet, sends it, and waits until nobody can take it back. */
async function land(transaction: string): Promise<string> {
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  signed.sign([wallet]);
  const bytes = Buffer.from(signed.serialize()).toString('base64');
  const signature = await rpc<string>(town.rpcUrl, 'sendTransaction', [bytes, { encoding: 'base64' }]);
  await rpc(town.rpcUrl, 'sandbox_advance', [40]);
  await confirmed(town.rpcUrl, signature);
  return signature;
}

/** A payment of the terms that were read, as a client of x402 signs it. */
async function payment(terms: PaymentRequired): Promise<Json> {
  const signer = await createKeyPairSignerFromBytes(wallet.secretKey);
  const [accepted] = terms.accepts;
  if (!accepted) throw new Error('nothing is accepted');
  const client = new x402Client().register(accepted.network, new ExactSvmScheme(signer, { rpcUrl: town.rpcUrl }));
  return await client.createPaymentPayload(terms);
}

const asHeader = (payload: Json): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** The first call that a sentence of a guide spells: method, address and JSON body. */
function spelledIn(sentences: readonly string[], word: string): Spelled {
  const sentence = sentences.find((one) => one.includes(`POST `) && one.includes(word)) ?? '';
  const [, url = '', body = ''] = /POST (\S+) with JSON (\{[^}]*\})/.exec(sentence) ?? [];
  return { method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body: JSON.parse(body) };
}

/** Repeats a call while its refusals say that it may be repeated. */
async function insist(call: Spelled, filled: Readonly<Record<string, string>>): Promise<Found> {
  for (;;) {
    const found = await walker.go(call, filled);
    if (found.body.retryable !== true) return found;
    await pause(10);
  }
}

/** A verdict that the service signed, by the keys that its front page links. */
async function expectSigned(answer: Json, { body: root }: Found): Promise<void> {
  const { body: jwks } = await walker.go(root.links.jwks);
  expect(isSigned(answer, jwks)).toBe(true);
  expect(isSigned({ ...answer, confidence: answer.confidence + 0.01 }, jwks)).toBe(false);
}

describe('a newcomer who reads the front page', () => {
  it('asks over MCP for nothing, then buys a key, and has a verdict that it can prove', async () => {
    const root = await walker.go(`${town.service.url}/`);
    expect(root.status).toBe(200);
    const { url, transport, free_calls_per_day: free } = root.body.mcp;
    expect(transport).toBe('streamable-http');

    // Free calls, by the tools' own words.
    const { tools } = await mcp(url, 'tools/list');
    const tool = tools.find(({ description }: Json) => description.includes('before you buy'));
    const question = exampleOf(tool);
    const answers: Json[] = [];
    for (let n = 0; n < free; n += 1)
      answers.push(await mcp(url, 'tools/call', { name: tool.name, arguments: question }));
    expect(answers.map(({ structuredContent }) => structuredContent.billing.free_remaining)).toEqual(
      Array.from({ length: free }, (_, n) => free - 1 - n),
    );
    expect(Object.keys(root.body.endpoints).some((kind) => tool.name.endsWith(kind))).toBe(true);
    await expectSigned(answers[0].structuredContent, root);

    // What comes then says where keys are sold.
    const unpaid = await mcp(url, 'tools/call', { name: tool.name, arguments: question });
    expect([unpaid.isError, unpaid.structuredContent.code]).toEqual([true, 'payment_required']);
    const words = unpaid.content.map(({ text }: { text: string }) => text).join(' ');
    const [, shop = ''] = /prepaid key[^.]*? at (\S+?)\.? /.exec(words) ?? [];
    const guide = await walker.go(shop);
    const prepared = await walker.go(spelledIn(guide.body.how, 'payer'), {
      '<YOUR_WALLET>': wallet.publicKey.toBase58(),
    });
    expect([prepared.status, prepared.body.amount_usdc]).toEqual([200, '5.00']);
    const signature = await land(prepared.body.transaction);
    const claim = { ...prepared.body.claim, headers: { 'Content-Type': 'application/json' } };
    const claimed = await insist(claim, { '<TRANSACTION_SIGNATURE>': signature });
    expect([claimed.status, claimed.body.balance_usdc]).toEqual([200, '5.00']);

    // The key goes where the guide says, with the call that the refusal named.
    const [header] = /X-API-Key/.exec(guide.body.how.join(' ')) ?? [];
    const { hint } = unpaid.structuredContent;
    const bought = await walker.go({
      method: hint.method,
      url: hint.url,
      headers: { [String(header)]: claimed.body.api_key },
    });
    expect([bought.status, bought.body.billing]).toEqual([
      200,
      { route: 'credit', charged_usdc: '0.02', balance_usdc: '4.98' },
    ]);
    expect(bought.body.verdict).toBe(answers[0].structuredContent.verdict);
    await expectSigned(bought.body, root);
  });

  it('reads the OpenAPI document, asks over REST, and pays by x402 what the refusal asks', async () => {
    const root = await walker.go(`${town.service.url}/`);
    const { body: openapi } = await walker.go(walker.linkOf(root, 'service-desc'));
    const paid = Object.entries<Json>(openapi.paths).filter(([, { get }]) => get?.['x-payment-info']);
    const byPrice = paid.map(([path, { get }]) => [get['x-payment-info'].price.amount, path, get] as const).sort();
    const [price, path, operation] = byPrice[0] ?? [];
    expect([paid.length, price]).toEqual([4, '0.02']);
    const inPath = operation.parameters.filter((one: Json) => one.in === 'path');
    const asked = inPath.map(({ name, schema }: Json) => [`{${name}}`, schema.example]);
    const { url: origin } = openapi.servers[0];
    const template = Object.values<Json>(root.body.endpoints).find((one) => one.url === `${origin}${path}`);
    const unpaid = await walker.go(template.url, Object.fromEntries(asked));
    expect([unpaid.status, unpaid.body.code]).toEqual([402, 'payment_required']);

    const terms = inHeader(unpaid.headers.get('payment-required'));
    const placeholder = /<[A-Z_0-9]+>/.exec(JSON.stringify(unpaid.body.hint.headers))?.[0] ?? '';
    const answer = await walker.go(unpaid.body.hint, { [placeholder]: asHeader(await payment(terms)) });
    expect([answer.status, answer.body.billing]).toEqual([
      200,
      { route: 'x402', charged_usdc: price, transaction: expect.any(String) },
    ]);
    expect(template.verdicts).toContain(answer.body.verdict);
    await expectSigned(answer.body, root);
    const codes = await walker.go(template.reason_codes);
    const known = JSON.stringify(codes.body);
    for (const code of answer.body.reason_codes) expect(known).toContain(code);
  });

  it('pays inside of MCP what its result asks, without leaving it', async () => {
    const root = await walker.go(`${town.service.url}/`);
    const { url } = root.body.mcp;
    const { tools } = await mcp(url, 'tools/list');
    const batch = tools.find(({ title }: Json) => title.includes('many'));
    const question = exampleOf(batch);
    // Whatever is left of the free calls of this address does not cover all of these.
    const asked = { ...question, checks: [...question.checks, ...moreOf(tools)] };
    const left = await mcp(url, 'tools/call', { name: 'balance', arguments: {} });
    expect(left.structuredContent.free_calls.remaining).toBeLessThan(asked.checks.length);
    const unpaid = await mcp(url, 'tools/call', { name: batch.name, arguments: asked });
    expect([unpaid.isError, unpaid.structuredContent.x402Version]).toEqual([true, 2]);
    const payload = await payment(unpaid.structuredContent);
    const [, key = ''] = /_meta\["([^"]+)"\]/.exec(unpaid.content[1].text) ?? [];
    const paid = await mcp(url, 'tools/call', { name: batch.name, arguments: asked, _meta: { [key]: payload } });
    expect(paid.isError).toBeUndefined();
    expect(paid.structuredContent.bill.charged_usdc).toBe(unpaid.structuredContent.price_usdc);
    for (const result of paid.structuredContent.results) await expectSigned(result, root);
  });
});

/** The arguments of a tool's own examples. */
function exampleOf({ inputSchema }: Json): Json {
  const given = Object.entries<Json>(inputSchema.properties).filter(([name]) => inputSchema.required.includes(name));
  return Object.fromEntries(given.map(([name, { examples }]) => [name, examples[0]]));
}

/** Checks of every kind by the examples of their tools. */
function moreOf(tools: readonly Json[]): readonly object[] {
  const checks = tools.filter(({ inputSchema }) => inputSchema.required.length === 1 && !inputSchema.properties.checks);
  return checks
    .filter(({ inputSchema }) => ['address', 'mint'].includes(inputSchema.required[0]))
    .map(({ name, inputSchema }) => ({
      kind: name.split('_').at(-1),
      subject: exampleOf({ inputSchema })[inputSchema.required[0]],
    }));
}
