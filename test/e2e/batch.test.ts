import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BATCH, requestOf, STREAM } from '../graphql/graphql-batches.ts';
import { openEvents } from '../support/event-stream.ts';
import { inHeader, type Json, type Market, openMarket, pay, until } from '../support/market.ts';
import type { Service } from '../support/service.ts';

/** Change is credited by the upkeep. */
const UPKEEP = { billing: { upkeepMs: 100 } };

let market: Market;
let one: Service;
let other: Service;
let payer: Keypair;
/** A subject that is judged, and one of which no history is left. */
let judged: string;
let unjudged: string;

beforeAll(async () => {
  market = await openMarket();
  [one, other] = await Promise.all([market.open({}, UPKEEP), market.open({}, UPKEEP)]);
  judged = market.subject('CEX_FUNDED');
  unjudged = market.subject('UNVERIFIABLE_ORIGIN');
});
afterAll(() => market?.stop());
beforeEach(async () => {
  payer = await market.payer();
});

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  readonly required: Json;
}

async function ask(app: Service, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const required = inHeader(response.headers.get('payment-required'));
  return { status: response.status, headers: response.headers, body: await response.json(), required };
}

const batchOf = (...subjects: readonly string[]) => ({
  query: BATCH,
  variables: { requests: subjects.map((subject) => ({ funder: { address: subject } })) },
});

async function paid(body: object): Promise<Readonly<Record<string, string>>> {
  return (await pay(market.sandbox.url, 2, payer, await ask(one, body))).headers;
}

describe('a batch over the whole service', () => {
  it('answers all kinds from the chain for one key, each by its price', async () => {
    const requests = ['WALLET', 'FUNDER', 'TOKEN', 'TRADE'].map((kind) => requestOf({ kind, subject: judged }));
    const key = await market.key(190_000n);
    const { status, body } = await ask(one, { query: BATCH, variables: { requests } }, { 'x-api-key': key });
    expect([status, body.errors]).toEqual([200, undefined]);
    const documents = body.data.checks.map(({ document }: Json) => document);
    expect(documents.map(({ kind }: Json) => kind)).toEqual(['wallet', 'funder', 'token', 'trade']);
    const { chargedUsdc, checks } = body.extensions.billing;
    const charges = body.data.checks.map(({ billing }: Json) => Number(billing.chargedUsdc));
    expect([checks, Number(chargedUsdc).toFixed(2)]).toEqual([
      4,
      charges.reduce((a: number, b: number) => a + b, 0).toFixed(2),
    ]);
    const left = (await market.ledger.statement(key))?.balanceAtomic;
    expect(left).toBe(190_000n - BigInt(Math.round(Number(chargedUsdc) * 1e6)));
  });

  it('streams its results, and ends', async () => {
    const key = await market.key(50_000n);
    const { variables } = batchOf(judged, judged, 'nope');
    const events = await openEvents(`${one.url}/graphql`, { query: STREAM, variables }, { 'x-api-key': key });
    const all = await events.rest();
    expect(all.map(({ event }) => event)).toEqual(['next', 'next', 'complete']);
    expect(all[1]?.data.data.checks).toMatchObject({ indexes: [0, 1], done: 3, total: 3, result: { subject: judged } });
    expect((await market.ledger.statement(key))?.balanceAtomic).toBe(0n);
  });
});

describe('a batch that is paid by x402', () => {
  it('costs the sum of its different checks, once, by one payment', async () => {
    const since = await market.watch();
    const body = batchOf(judged, market.subject('WALLET_FUNDED'), judged, 'nope');
    const headers = await paid(body);
    const first = await ask(one, body, headers);
    expect([first.status, first.body.errors]).toEqual([200, undefined]);
    expect(first.body.extensions).toEqual({
      billing: { checks: 2, delivered: 2, priceUsdc: '0.10', chargedUsdc: '0.10' },
    });
    expect(first.body.data.checks.map(({ billing, code }: Json) => billing?.route ?? code)).toEqual([
      'X402',
      'X402',
      'X402',
      'INVALID_REQUEST',
    ]);
    expect(inHeader(first.headers.get('payment-response'))).toMatchObject({
      success: true,
      payer: payer.publicKey.toBase58(),
    });
    const again = await ask(other, body, headers);
    expect(again.body.data.checks.map(({ document }: Json) => document)).toEqual(
      first.body.data.checks.map(({ document }: Json) => document),
    );
    expect((await since()).got).toBe(100_000n);
  });

  it('gives change for what was not judged, which is spent like any credit', async () => {
    const since = await market.watch();
    const body = batchOf(judged, unjudged);
    const { body: told } = await ask(one, body, await paid(body));
    expect(told.data.checks.map(({ billing }: Json) => billing.route)).toEqual(['X402', 'NONE']);
    expect(told.extensions.billing).toEqual({ checks: 2, delivered: 2, priceUsdc: '0.10', chargedUsdc: '0.05' });
    const { amountUsdc, apiKey } = told.extensions.change;
    expect([amountUsdc, (await since()).got]).toEqual(['0.05', 100_000n]);
    await until(async () => (await market.ledger.statement(apiKey)) !== null);
    const spent = await ask(other, batchOf(market.subject('WALLET_FUNDED')), { 'x-api-key': apiKey });
    expect(spent.body.data.checks[0].billing).toMatchObject({ route: 'CREDIT', balanceUsdc: '0.00' });
  });

  it('settles nothing where nothing was judged', async () => {
    const since = await market.watch();
    const body = batchOf(unjudged, unjudged);
    const { status, body: told, headers } = await ask(one, body, await paid(body));
    expect([status, told.extensions.billing.chargedUsdc, headers.has('payment-response')]).toEqual([
      200,
      '0.00',
      false,
    ]);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it('is 409 with its payment for another batch', async () => {
    const body = batchOf(judged, market.subject('WALLET_FUNDED'));
    const headers = await paid(body);
    expect((await ask(one, body, headers)).status).toBe(200);
    const since = await market.watch();
    for (const elsewhere of [batchOf(judged), batchOf(market.subject('WALLET_FUNDED'), unjudged)]) {
      const { status, body: told } = await ask(other, elsewhere, headers);
      expect([status, told.errors[0].extensions.code]).toEqual([409, 'PAYMENT_ALREADY_USED']);
    }
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it.each<[string, (subject: string) => object]>([
    ['as a stream', (subject) => ({ query: STREAM, variables: batchOf(subject).variables })],
    [
      'through entities',
      (subject) => ({
        query: `{ _entities(representations: [{ __typename: "Wallet", address: "${subject}" }]) { ... on Wallet { funderCheck { verdict } } } }`,
      }),
    ],
  ])('is refused %s, with the payment untouched', async (_, other) => {
    const since = await market.watch();
    const headers = await paid(batchOf(judged));
    const accept = { accept: 'text/event-stream, application/json' };
    const refused = await ask(one, other(judged), { ...headers, ...accept });
    expect([refused.status, refused.body.code, refused.body.accepts, refused.required]).toEqual([
      402,
      'payment_required',
      [],
      null,
    ]);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
    const used = await ask(one, batchOf(judged), headers);
    expect(used.body.data.checks[0].billing.route).toBe('X402');
  });
});
