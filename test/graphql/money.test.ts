import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fault, type FaultCode, type FaultExtra } from '#lib/fault.ts';
import type { Bill, Billing, Receipt, Served, Work, Worked } from '#payments/bill.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { openChecks } from '#schema/checks/run.ts';
import { openMoneyOperations } from '#schema/credits/money.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { fakeMoney, moneyService, SIGNATURE } from '../rest/money.ts';
import { countingInspector, provenJudgement, testNetwork, testSigner, unreadChain } from '../support/inspection.ts';

const KEY = 'assay_test';
const address = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';
const other = '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj';
const settings: PaymentSettings = {
  enabled: true,
  network: testNetwork,
  v1Network: 'solana-devnet',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
  feePayer: other,
  baseUrl: 'http://assay.test',
  serviceName: 'Assay',
  iconUrl: 'http://assay.test/favicon.ico',
  sandbox: false,
};
const receipt: Receipt = { version: 2, success: true, transaction: 'sig', network: testNetwork, payer: other };
const fake = fakeMoney(KEY);
const bills: Bill[] = [];
let refuse: Fault | null = null;
let change: Served<Worked>['change'] = null;

/** Billing that takes every payment: what is refused and what is change is set by each test. */
const billing: Billing = {
  async serve<W extends Worked>(bill: Bill, work: Work<W>): Promise<Served<W>> {
    bills.push(bill);
    if (refuse) throw refuse;
    const signal = new AbortController().signal;
    const lines = bill.lines.map(async (line) => {
      const worked = await work(line, signal);
      const { priceAtomic: chargedAtomic } = line;
      const billing = { route: 'x402', chargedAtomic, transaction: 'sig', replayed: false } as const;
      return { answer: worked.answer, worked, billing };
    });
    return { lines: await Promise.all(lines), receipt, change };
  },
  finish: () => undefined,
};

let server: Server;
let url: string;

beforeAll(async () => {
  const inspectors = { funder: countingInspector(provenJudgement) };
  const answers = openAnswers({ inspectors, signer: testSigner, network: testNetwork, sandbox: false });
  const service = openCheckService({ billing, chain: unreadChain(), answers });
  const money = moneyService(fake, settings);
  const log = { info: () => undefined, error: () => undefined };
  const http = createHttp({
    checks: openChecks(service, money),
    money: openMoneyOperations(service, money),
    settings,
    mcpBaseUrl: settings.baseUrl,
    version: '0.3.0-agent',
    jwks: () => testSigner.jwks(),
    readiness: async () => ({ ready: true, checks: {} }),
    metrics: async () => '',
    graphql: graphqlHandler({ service, money, settings, log, examples: { funder: address } }),
    log,
  });
  server = createServer(http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  refuse = null;
  change = null;
  fake.broken = null;
});

async function post(query: string, headers: Record<string, string> = {}, variables?: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies whose shape is what they assert.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

function decoded(header: string | null) {
  return JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8'));
}

describe('account', () => {
  const query = `query($first: Int, $after: String) { account { balanceUsdc balanceAtomic
    passes { tier state startsAt expiresAt callsIncluded callsLeft }
    entries(first: $first, after: $after) { edges { cursor node { kind amountUsdc createdAt ref } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;

  it('is what the key owns', async () => {
    const { body } = await post(query, { 'x-api-key': KEY });
    expect(body.data.account).toMatchObject({
      balanceUsdc: '4.98',
      balanceAtomic: '4980000',
      passes: [{ tier: 'TRAVELLER', state: 'ACTIVE', callsIncluded: 2000, callsLeft: 1999 }],
    });
    expect(body.data.account.entries.edges).toHaveLength(20);
    expect(body.data.account.entries.edges[1].node).toEqual({
      kind: 'CHARGE',
      amountUsdc: '-0.05',
      createdAt: '2026-11-20T12:00:00Z',
      ref: 'ref-1',
    });
  });

  it('pages through all entries, each once', async () => {
    const cursors: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 5; page += 1) {
      const { body } = await post(query, { 'x-api-key': KEY }, { first: 40, after });
      const { edges, pageInfo } = body.data.account.entries;
      cursors.push(...edges.map(({ cursor }: { cursor: string }) => cursor));
      expect([pageInfo.hasPreviousPage, pageInfo.startCursor]).toEqual([page > 0, edges[0].cursor]);
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect([cursors.length, new Set(cursors).size]).toEqual([130, 130]);
    const { body } = await post(query, { 'x-api-key': KEY }, { after });
    expect(body.data.account.entries.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: null,
      endCursor: null,
    });
  });

  it.each<{ 'x-api-key'?: string }>([{}, { 'x-api-key': '' }, { 'x-api-key': 'assay_unknown' }])(
    'is refused for %o',
    async (headers) => {
      const { body } = await post('{ account { balanceUsdc } prices { kind } }', { ...headers });
      expect(body.data.account).toBeNull();
      expect(body.data.prices.length).toBe(4);
      expect(body.errors[0].extensions).toMatchObject({
        code: headers['x-api-key'] ? 'API_KEY_UNKNOWN' : 'API_KEY_REQUIRED',
        status: 401,
      });
    },
  );

  it.each([{ first: 0 }, { first: 101 }, { first: -1 }, { after: 'x' }, { after: 'ZW50cnk6eA' }])(
    'refuses the page %o',
    async (variables) => {
      const { body } = await post(query, { 'x-api-key': KEY }, variables);
      expect(body.errors[0].extensions.code).toBe('INVALID_REQUEST');
    },
  );
});

describe('passes and payment parameters', () => {
  it('are free', async () => {
    const { body } = await post(`{ passes { tier priceUsdc priceAtomic days callsIncluded label }
      paymentParameters { protocol enabled network asset assetMint payTo feePayer minTopupUsdc maxTopupUsdc } }`);
    expect(body.data.passes[1]).toEqual({
      tier: 'VOYAGER',
      priceUsdc: '49.00',
      priceAtomic: '49000000',
      days: 30,
      callsIncluded: 10_000,
      label: '30-day pass, high volume',
    });
    const { network, assetMint, payTo, feePayer } = settings;
    const fixed = { protocol: 'x402', enabled: true, asset: 'USDC', minTopupUsdc: '0.50', maxTopupUsdc: '10000.00' };
    expect(body.data.paymentParameters).toEqual({ ...fixed, network, assetMint, payTo, feePayer });
  });
});

describe('mutations', () => {
  it('prepare credit', async () => {
    const { body } = await post(
      `mutation { prepareCredit(input: { payer: "${address}", amountAtomic: "19000000", pass: true }) {
        transaction ticket amountUsdc pass { tier days callsIncluded } lastValidBlockHeight } }`,
    );
    expect(body.data.prepareCredit).toMatchObject({
      transaction: 'AQAB',
      ticket: 'sealed',
      amountUsdc: '19.00',
      pass: { tier: 'TRAVELLER', days: 30, callsIncluded: 2000 },
      lastValidBlockHeight: 3_000_000_123,
    });
  });

  it.each(['1', '18446744073709551616', '170141183460469231731687303715884105728'])(
    'refuse the amount %s with the place of it',
    async (amount) => {
      const { body } = await post(
        `mutation { prepareCredit(input: { payer: "${address}", amountAtomic: "${amount}" }) { ticket } }`,
      );
      expect(body.errors[0].extensions).toMatchObject({
        code: 'INVALID_REQUEST',
        invalid: [{ path: ['input', 'amountAtomic'] }],
      });
    },
  );

  it.each(['"-1"', '"1.5"', '"1e6"', '1.5', 'true', '"nobody"'])('refuse %s as an amount', async (amount) => {
    const { body } = await post(
      `mutation { prepareCredit(input: { payer: "${address}", amountAtomic: ${amount} }) { ticket } }`,
    );
    expect(body.data).toEqual({ prepareCredit: null });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_REQUEST',
      invalid: [{ path: ['input', 'amountAtomic'], message: 'A whole number as a decimal string' }],
    });
  });

  it('claim credit, and tell why not', async () => {
    const query = `mutation { claimCredit(input: { signature: "${SIGNATURE}", ticket: "sealed", apiKey: "${KEY}" }) {
      apiKey creditedUsdc balanceUsdc tier pass { tier } repeated note } }`;
    const { body } = await post(query);
    expect(body.data.claimCredit).toMatchObject({ apiKey: 'assay_new', creditedUsdc: '5.00', repeated: false });
    expect(fake.claimed.at(-1)).toMatchObject({ signature: SIGNATURE, ticket: 'sealed', key: KEY });
    expect(fake.claimed.at(-1)?.address).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    fake.broken = new Fault('transfer_mismatch', undefined, { mismatch: 'payer' });
    const refused = await post(query);
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'TRANSFER_MISMATCH',
      mismatch: 'payer',
      status: 409,
    });
  });

  it('prepare a payment of a check, and of nothing else', async () => {
    const ask = (check: string) =>
      post(`mutation { preparePayment(input: { payer: "${other}", check: ${check} }) {
        transaction paymentHeaderName paymentPayload signedTransactionAt requirements expiresAt } }`);
    const { body } = await ask(`{ funder: { address: "${address}" } }`);
    expect(body.data.preparePayment).toMatchObject({
      paymentHeaderName: 'PAYMENT-SIGNATURE',
      paymentPayload: { resource: { url: `http://assay.test/check/funder/${address}` } },
      requirements: { amount: '50000' },
    });
    const sized = await ask(`{ trade: { mint: "${address}", sizeSol: 1.5 } }`);
    const { resource } = sized.body.data.preparePayment.paymentPayload;
    expect(resource.url).toBe(`http://assay.test/check/trade/${address}?size_sol=1.5`);
    const { body: refused } = await ask('{ trade: { mint: "no", sizeSol: "0" } }');
    const places = refused.errors[0].extensions.invalid.map(({ path }: { path: string[] }) => path.join('.'));
    expect(places).toEqual(['input.check.trade.mint', 'input.check.trade.sizeSol']);
  });
});

describe('an operation that is paid per call', () => {
  const one = `{ funderCheck(address: "${address}") { verdict billing { route transaction } } }`;
  const two = `{ a: funderCheck(address: "${address}") { verdict } b: funderCheck(address: "${other}") { verdict } }`;
  const paid = { 'payment-signature': 'signed' };

  it('hands the payment on and carries its receipt', async () => {
    const { status, headers, body } = await post(one, { ...paid, 'idempotency-key': 'k' });
    expect(bills.at(-1)?.credentials).toEqual({
      apiKey: null,
      ignored: null,
      payment: { version: 2, value: 'signed' },
      idempotencyKey: 'k',
      address: '127.0.0.1',
    });
    expect([status, body.data.funderCheck.billing]).toEqual([200, { route: 'X402', transaction: 'sig' }]);
    expect(decoded(headers.get('payment-response'))).toMatchObject({ success: true, transaction: 'sig' });
    const cost = { checks: 1, delivered: 1, priceUsdc: '0.05', chargedUsdc: '0.05' };
    expect(body.extensions).toEqual({ billing: cost });
  });

  it('tells what is change, and to whom it goes', async () => {
    change = { amountAtomic: 50_000n, apiKey: 'assay_change' };
    const { body } = await post(two, paid);
    expect(body.extensions.change).toEqual({ amountUsdc: '0.05', apiKey: 'assay_change' });
  });

  it.each([
    [one, 1],
    [two, 0],
  ])('offers version 1 for one check only', async (query, offers) => {
    refuse = new Fault('payment_required', undefined, { priceAtomic: offers === 1 ? 50_000n : 100_000n });
    const { status, headers, body } = await post(query);
    expect([status, body.accepts.length, body.price_usdc]).toEqual([402, offers, offers === 1 ? '0.05' : '0.10']);
    expect(decoded(headers.get('payment-required')).accepts[0].amount).toBe(offers === 1 ? '50000' : '100000');
    expect(body.errors).toHaveLength(2 - offers);
  });

  it.each<[FaultCode, number, FaultExtra]>([
    ['payment_invalid', 402, { priceAtomic: 50_000n }],
    ['payment_failed', 402, { priceAtomic: 50_000n, receipt: { ...receipt, success: false } }],
    ['payment_malformed', 400, {}],
    ['payment_already_used', 409, {}],
    ['in_flight', 503, { retryAfterSeconds: 2, receipt: { ...receipt, success: false } }],
    ['too_many_payments', 429, { retryAfterSeconds: 2 }],
    ['request_in_flight', 409, { retryAfterSeconds: 1 }],
    ['request_differs', 409, {}],
  ])('is refused as a whole by %s', async (code, expected, extra) => {
    refuse = new Fault(code, undefined, extra);
    const { status, headers, body } = await post(one, paid);
    expect(status).toBe(expected);
    expect(body.errors[0].extensions).toMatchObject({ code: code.toUpperCase(), status: expected });
    expect(headers.get('retry-after')).toBe(extra.retryAfterSeconds?.toString() ?? null);
    expect(headers.has('payment-required')).toBe(expected === 402);
    if (extra.receipt) expect(decoded(headers.get('payment-response'))).toMatchObject({ success: false });
    expect(body).not.toHaveProperty('extensions');
  });

  it('is refused before it is read for an Idempotency-Key that is none', async () => {
    const before = bills.length;
    const { status, body } = await post(one, { ...paid, 'idempotency-key': 'x'.repeat(256) });
    expect([status, body.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
    expect(bills.length).toBe(before);
  });
});
