import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { verifyAnswer } from '#lib/signing/attestation.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { openChecks } from '#schema/checks/run.ts';
import { openMoneyOperations } from '#schema/credits/money.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { countingInspector, provenJudgement, testNetwork, testSigner, unreadChain } from '../support/inspection.ts';
import { keyBilling, noMoney } from '../support/key-billing.ts';

const address = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';
const other = '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj';
const settings: PaymentSettings = {
  enabled: true,
  network: testNetwork,
  v1Network: 'solana-devnet',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
  feePayer: null,
  baseUrl: 'http://assay.test',
  serviceName: 'Assay',
  iconUrl: 'http://assay.test/favicon.ico',
  sandbox: false,
};
const hidden: object[] = [];
const log = { info: () => undefined, error: (fields: object) => void hidden.push(fields) };
const chain = unreadChain();
let accident = false;
const inspector = countingInspector(() => {
  if (accident) throw new Error('secret words of an accident');
  return provenJudgement();
});
let database: TestDatabase;
let ledger: Ledger;
let server: Server;
let url: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
  const answers = openAnswers({
    inspectors: { funder: inspector },
    signer: testSigner,
    network: testNetwork,
    sandbox: false,
  });
  const service = openCheckService({ billing: keyBilling(ledger, database.database), chain, answers });
  const http = createHttp({
    checks: openChecks(service, noMoney),
    money: openMoneyOperations(service, noMoney),
    settings,
    mcpBaseUrl: settings.baseUrl,
    version: '0.3.0-agent',
    jwks: () => testSigner.jwks(),
    readiness: async () => ({ ready: true, checks: {} }),
    metrics: async () => '',
    graphql: graphqlHandler({ service, money: noMoney, settings, log, examples: { funder: address } }),
    log,
  });
  server = createServer(http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  expect(await ledger.audit()).toMatchObject({ unbalancedAccounts: 0, postedWithoutAnswer: 0, sumAtomic: 0n });
  await database.stop();
});

async function post(query: string, headers: Record<string, string> = {}, variables?: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  // Shapes are asserted by each test.
  const body = (await response.json()) as Record<string, never> & {
    data?: Record<string, Record<string, never>> | null;
    errors?: { message: string; path?: string[]; extensions?: Record<string, unknown> }[];
  };
  return { status: response.status, headers: response.headers, body };
}

async function keyWith(atomic: bigint): Promise<string> {
  return (await ledger.grant(atomic)).apiKey ?? '';
}

const one = `{ funderCheck(address: "${address}") { verdict funderVerdict confidence billing { route chargedUsdc balanceUsdc }
  metrics { source { address } history { isBirthProven } } asOf { slot commitment time } reasons { code severity } gaps { cause } document } }`;
const json = { accept: 'application/json' };
const graphqlJson = { accept: 'application/graphql-response+json' };

describe('GraphQL over HTTP', () => {
  it.each([json, graphqlJson])('answers a paid check for $accept', async (accept) => {
    const key = await keyWith(120_000n);
    const { status, headers, body } = await post(one, { ...accept, 'x-api-key': key });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain(accept.accept);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.errors).toBeUndefined();
    expect(body.data?.funderCheck).toMatchObject({
      verdict: 'CEX_FUNDED',
      funderVerdict: 'CEX_FUNDED',
      confidence: 0.81,
      billing: { route: 'CREDIT', chargedUsdc: '0.05', balanceUsdc: '0.07' },
      metrics: { source: { address }, history: { isBirthProven: true } },
      asOf: { slot: 412345679, commitment: 'FINALIZED', time: '2023-11-14T22:13:20Z' },
      reasons: [{ code: 'CEX_DIRECT', severity: 'INFO' }],
      gaps: [{ cause: 'LIMIT_REACHED' }],
    });
    expect(await verifyAnswer(body.data?.funderCheck?.document, testSigner.jwks())).toMatchObject({ ok: true });
  });

  it.each<[string, string, object | undefined]>([
    [
      'null for a condition',
      `query($v: Boolean = true) { funderCheck(address: "${address}") @include(if: $v) { verdict } }`,
      { v: null },
    ],
    [
      'an enum that there is not',
      'query($k: CheckKind!) { __typename @include(if: true) prices { kind } }',
      { k: 'HORSE' },
    ],
  ])('refuses an operation with %s by its status as well', async (_, query, variables) => {
    const key = await keyWith(120_000n);
    const { status, body } = await post(query, { ...graphqlJson, 'x-api-key': key }, variables);
    expect([status, 'data' in body]).toEqual([400, false]);
    expect((await ledger.statement(key))?.balanceAtomic).toBe(120_000n);
  });

  it.each([
    ['POST', 'application/json;xcharset=1', 200, 'application/json'],
    ['POST', 'APPLICATION/JSON', 200, 'application/json'],
    ['GET', 'Application/GraphQL-Response+JSON', 200, 'application/graphql-response+json'],
    ['GET', 'Text/HTML', 200, 'text/html'],
    ['GET', 'text/html;charset=utf-16', 406, 'application/problem+json'],
    ['GET', 'text/*', 200, 'text/event-stream'],
    ['POST', 'application/json;q=0', 406, 'application/problem+json'],
  ])('reads the Accept of a %s alike before and after the work: %s', async (method, accept, status, type) => {
    const key = await keyWith(50_000n);
    const query = `{ funderCheck(address: "${address}") { verdict } }`;
    const headers = { accept, 'x-api-key': key, ...(method === 'POST' && { 'content-type': 'application/json' }) };
    const response = await (method === 'GET'
      ? fetch(`${url}?${new URLSearchParams({ query })}`, { headers })
      : fetch(url, { method, headers, body: JSON.stringify({ query }) }));
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([status, expect.stringContaining(type)]);
    const isAnswered = text.includes('CEX_FUNDED');
    expect((await ledger.statement(key))?.balanceAtomic).toBe(isAnswered ? 0n : 50_000n);
    expect(isAnswered).toBe(status === 200 && type !== 'text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('works and charges two aliases of one subject once', async () => {
    const before = inspector.inspected.length;
    const opened = chain.opened;
    const query = `{ a: funderCheck(address: "${address}") { verdict } b: funderCheck(address: "${address}") { billing { balanceUsdc } } }`;
    const { status, body } = await post(query, { 'x-api-key': await keyWith(100_000n) });
    expect(status).toBe(200);
    expect(body.data?.b).toEqual({ billing: { balanceUsdc: '0.05' } });
    expect(inspector.inspected.length - before).toBe(1);
    expect(chain.opened - opened).toBe(1);
    expect(chain.closed).toBe(chain.opened);
  });

  it.each([json, graphqlJson])('refuses an unpaid operation with 402 and the sum for $accept', async (accept) => {
    const before = inspector.inspected.length;
    const query = `{ a: funderCheck(address: "${address}") { verdict } b: funderCheck(address: "${other}") { verdict } again: funderCheck(address: "${other}") { kind } prices { kind } }`;
    const { status, headers, body } = await post(query, { ...accept, 'x-request-id': 'req-7' });
    expect(status).toBe(402);
    expect(headers.get('cache-control')).toBe('no-store');
    const required = JSON.parse(Buffer.from(headers.get('payment-required') ?? '', 'base64').toString());
    expect(required).toMatchObject({ x402Version: 2, accepts: [{ amount: '100000', network: testNetwork }] });
    expect(body).toMatchObject({
      x402Version: 1,
      // Several checks take version 2 only: change has no place in version 1.
      accepts: [],
      code: 'payment_required',
      status: 402,
      request_id: 'req-7',
      price_usdc: '0.10',
      hint: { method: 'POST', url: 'http://assay.test/graphql', body: { query } },
    });
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'PAYMENT_REQUIRED',
      type: 'http://assay.test/errors/payment_required',
      requestId: 'req-7',
      status: 402,
    });
    expect(body).not.toHaveProperty('extensions');
    expect(inspector.inspected.length).toBe(before);
  });

  it.each([
    ['an unknown key', 'assay_unknown', 'API_KEY_UNKNOWN'],
    ['an empty key', '', 'PAYMENT_REQUIRED'],
  ])('refuses %s', async (_case, key, code) => {
    const { status, body } = await post(one, { 'x-api-key': key });
    expect(status).toBe(402);
    expect(body.errors?.[0]?.extensions?.code).toBe(code);
  });

  it('delivers nothing of a bill that the balance does not cover, and charges nothing', async () => {
    const query = `{ a: funderCheck(address: "${address}") { verdict } b: funderCheck(address: "${other}") { verdict } }`;
    const key = await keyWith(50_000n);
    const { status, body } = await post(query, { 'x-api-key': key });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'insufficient_balance', price_usdc: '0.10', balance_usdc: '0.05' });
    expect(body.data).toEqual({ a: null, b: null });
    expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual(Array(2).fill('INSUFFICIENT_BALANCE'));
    expect((await ledger.statement(key))?.balanceAtomic).toBe(50_000n);
  });

  it('refuses a malformed address before any payment, as literal and as variable', async () => {
    const literal = await post('{ funderCheck(address: "nope") { verdict } }', { 'x-api-key': await keyWith(50_000n) });
    const variable = await post('query($a: Address!) { funderCheck(address: $a) { verdict } }', graphqlJson, {
      a: '1',
    });
    for (const { body } of [literal, variable]) {
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(body.errors?.[0]?.message).toMatch(/Not a Solana address/);
      expect(body.errors?.[0]).toMatchObject({ path: ['funderCheck'], locations: [{ line: 1 }] });
      expect(body.data).toEqual({ funderCheck: null });
    }
    expect(variable.status).toBe(200);
  });

  it.each([
    ['a variable that is missing', 'query($a: Address!) { funderCheck(address: $a) { verdict } }', {}],
    ['a variable that is null', 'query($a: Address!) { funderCheck(address: $a) { verdict } }', { a: null }],
    ['a mutation, of which there is none', 'mutation { pay }', undefined],
    ['an unknown field', '{ walletCheck { verdict } }', undefined],
    ['a broken document', '{ prices', undefined],
  ])('gives a code to %s', async (_case, query, variables) => {
    const { body } = await post(query, {}, variables);
    expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual([expect.stringMatching(/^[A-Z_]+$/)]);
  });

  it.each([
    ['mutation { nothingOfTheSchema }', 405],
    ['mutation a { nothingOfTheSchema } query b { __typename }', 400],
    ['{ nothingOfTheSchema }', 400],
  ])('refuses %s by GET with %i', async (query, status) => {
    const response = await fetch(`${url}?query=${encodeURIComponent(query)}`, { headers: graphqlJson });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  it('tells nothing of an accident but that there was one', async () => {
    accident = true;
    const { body } = await post(one, { 'x-api-key': await keyWith(50_000n), 'x-request-id': 'req-8' });
    accident = false;
    expect(JSON.stringify(body)).not.toMatch(/secret|\.ts/);
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INTERNAL_ERROR', requestId: 'req-8' });
    expect(hidden.at(-1)).toMatchObject({ request_id: 'req-8' });
  });

  it('gives introspection and the catalogue away', async () => {
    const introspection = await post(getIntrospectionQuery());
    expect(introspection.status).toBe(200);
    expect(introspection.body.data).toHaveProperty('__schema');
    const catalogue = await post('{ prices { kind priceUsdc state } reasonCodes(kind: FUNDER) { code action } }');
    expect(catalogue.body.data?.prices).toContainEqual({ kind: 'FUNDER', priceUsdc: '0.05', state: 'AVAILABLE' });
    expect(Object.keys(catalogue.body.data?.reasonCodes ?? {}).length).toBeGreaterThan(5);
  });

  it('refuses what is too deep, too broad, too long or too large', async () => {
    const alias = (n: number) =>
      Array.from({ length: n }, (_, i) => `a${i}: funderCheck(address: "${address}") { kind }`);
    const many = await post(`{ ${alias(101).join(' ')} }`);
    expect(many.body.errors?.[0]?.extensions?.code).toBe('OPERATION_TOO_LARGE');
    const bomb = Array.from({ length: 20 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`);
    const doubled = await post(`{ ...f0 } ${bomb.join(' ')} fragment f20 on Query { prices { kind } }`);
    expect(doubled.body.errors?.[0]?.extensions?.code).toBe('OPERATION_TOO_LARGE');
    const cyclic = await post('{ ...a } fragment a on Query { prices { kind } ...b } fragment b on Query { ...a }');
    expect(cyclic.body.errors?.[0]?.message).toMatch(/Cannot spread fragment/);
    const deep = await post(`{ __schema { types { ${'ofType { '.repeat(20)} name ${'} '.repeat(20)} } } }`);
    expect(deep.body.errors?.some((e) => e.extensions?.code === 'OPERATION_TOO_LARGE')).toBe(true);
    for (const [open, close] of ['[]', '{}', '()'].map((pair) => pair.split(''))) {
      const nested = await post(`{ prices(a: ${open?.repeat(1_900)}${close?.repeat(1_900)}) { kind } }`);
      expect(nested.body.errors?.[0]?.extensions?.code).toBe('OPERATION_TOO_LARGE');
    }
    const quoted = await post(
      `{ prices { kind } } # ${'['.repeat(200)}\n query B { reasonCodes(code: "${'{'.repeat(200)}") { code } }`,
    );
    expect(quoted.body.errors?.[0]?.extensions?.code).not.toBe('OPERATION_TOO_LARGE');
    const long = await post(`{ ${'prices { kind } '.repeat(1500)} }`);
    expect(long.body.errors?.[0]?.message).toMatch(/token/i);
    const large = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ prices { kind } }', variables: { x: 'x'.repeat(2_000_000) } }),
    });
    expect(large.status).toBe(413);
  });

  it('never runs for HEAD, and not as an array of operations', async () => {
    const before = inspector.inspected.length;
    const key = await keyWith(1_000_000n);
    const head = await fetch(`${url}?query=${encodeURIComponent(one)}`, {
      method: 'HEAD',
      headers: { 'x-api-key': key },
    });
    expect(head.status).toBeGreaterThanOrEqual(400);
    const batch = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify([{ query: one }, { query: one }]),
    });
    expect(batch.status).toBe(400);
    expect(inspector.inspected.length).toBe(before);
  });

  it('shows people a page that needs no other host', async () => {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toContain('text/html');
    const page = await response.text();
    expect(page).toContain('/web/graphiql.js');
    expect(page).toContain('query Funder');
    expect(page).not.toMatch(/<(?:script|link)[^>]+(?:src|href)=["']?https?:/i);
  });
});
