/*
 * Many clients, those of MCP above all, can send a key as `Authorization: Bearer` only: https://github.com/trip2g/trip2g/issues/279. It works
 * there as in X-API-Key. A key in any other place is refused by the name of the place, and never ignored.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, checkOf, type Json, type Market, openMarket, PRICE } from '../support/market.ts';
import type { Service } from '../support/service.ts';

let market: Market;
let service: Service;
let subject: string;
let key: string;
let other: string;

beforeAll(async () => {
  market = await openMarket();
  service = await market.open({ FREE_CALLS_PER_DAY: '1', TRUST_PROXY: '1' });
  subject = market.subject('CEX_FUNDED');
  [key, other] = await Promise.all([market.key(100n * PRICE), market.key(100n * PRICE)]);
});
afterAll(() => market?.stop());

type Headers = Readonly<Record<string, string>>;

async function post(path: string, body: object, headers: Headers): Promise<Json> {
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const options = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
  return await (await fetch(service.url + path, options)).json();
}

/** A check by the tool of MCP, as somebody who was not here before, unless `from` says otherwise. */
let visitors = 0;
async function tool(headers: Headers, meta: object = {}, from?: string): Promise<Json> {
  visitors += 1;
  const params = { name: 'check_funder', arguments: { address: subject }, _meta: meta };
  return await post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { 'x-forwarded-for': from ?? `192.0.2.${visitors}`, ...headers },
  );
}

const query = `{ funderCheck(address: "${'$'}") { verdict billing { route } } }`;
const operation = () => query.replace('$', subject);
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

describe.each([
  ['Bearer', (one: string) => `Bearer ${one}`],
  ['bearer', (one: string) => `bearer  ${one}`],
  ['ApiKey', (one: string) => `ApiKey ${one}`],
  ['no scheme', (one: string) => one],
])('a key in Authorization with %s pays', (_, written) => {
  it.each<[string, (headers: Headers) => Promise<Json>]>([
    ['REST', async (headers) => (await ask(checkOf(service, subject), headers)).body.billing],
    [
      'GraphQL',
      async (headers) => (await ask(`${service.url}/graphql`, headers, operation())).body.data.funderCheck.billing,
    ],
    ['MCP', async (headers) => (await tool(headers)).result.structuredContent.billing],
  ])('by %s', async (_way, run) => {
    expect(await run({ authorization: written(key) })).toMatchObject({ route: expect.stringMatching(/credit/i) });
  });
});

describe('a key in Authorization', () => {
  it('is the subject of the balance, by REST, GraphQL and MCP', async () => {
    const { status, body } = await ask(`${service.url}/credits/balance`, bearer(key));
    expect([status, typeof body.balance_usdc]).toEqual([200, 'string']);
    expect(
      (await ask(`${service.url}/graphql`, bearer(key), '{ account { balanceUsdc } }')).body.data.account,
    ).toBeTruthy();
    const params = { name: 'balance', arguments: {} };
    const { result } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, bearer(key));
    expect(result.structuredContent.key).toBe(true);
  });

  it('pays for A2A and for events of GraphQL', async () => {
    const parts = [{ data: { kind: 'funder', address: subject } }];
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts };
    const send = { jsonrpc: '2.0', id: 7, method: 'SendMessage', params: { message } };
    const reply = await post('/a2a', send, { 'a2a-version': '1.0', ...bearer(key) });
    expect(JSON.stringify(reply)).toContain('"route":"credit"');
    const stream = `subscription { checks(requests: [{ funder: { address: "${subject}" } }]) { done result { ... on FunderCheck { verdict } } } }`;
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...bearer(key) };
    const events = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: stream }),
    });
    expect(await events.text()).toContain('CEX_FUNDED');
  });

  it('that no account has is named, and uses no free call', async () => {
    const unknown = bearer(`assay_${'1'.repeat(44)}`);
    expect((await ask(checkOf(service, subject), unknown)).body).toMatchObject({
      status: 402,
      code: 'api_key_unknown',
    });
    expect((await tool(unknown)).result.structuredContent.code).toBe('api_key_unknown');
    expect((await ask(`${service.url}/credits/balance`, unknown)).headers.get('www-authenticate')).toContain('ApiKey');
  });

  it('may stand beside the same key in X-API-Key, and beside another one neither is charged', async () => {
    expect((await ask(checkOf(service, subject), { 'x-api-key': key, ...bearer(key) })).status).toBe(200);
    const before = await Promise.all(
      [key, other].map(
        async (one) => (await ask(`${service.url}/credits/balance`, { 'x-api-key': one })).body.balance_atomic,
      ),
    );
    const both = await ask(checkOf(service, subject), { 'x-api-key': key, ...bearer(other) });
    expect([both.status, both.body.detail[0].loc]).toEqual([422, ['header', 'authorization']]);
    expect((await ask(`${service.url}/graphql`, { 'x-api-key': key, ...bearer(other) }, operation())).status).toBe(422);
    const after = await Promise.all(
      [key, other].map(
        async (one) => (await ask(`${service.url}/credits/balance`, { 'x-api-key': one })).body.balance_atomic,
      ),
    );
    expect(after).toEqual(before);
  });

  it('may be sent by a page', async () => {
    const { headers } = await fetch(`${service.url}/mcp`, { method: 'OPTIONS' });
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
  });
});

describe('a key in a place where none is taken is refused by the name of the place', () => {
  const basic = (): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  it.each<[string, () => Headers, readonly string[]]>([
    ['Api-Key', () => ({ 'api-key': key }), ['header', 'api-key']],
    ['X-APIKey with a scheme', () => ({ 'x-apikey': `Bearer ${key}` }), ['header', 'x-apikey']],
    ['the user of Basic', () => ({ authorization: basic() }), ['header', 'authorization']],
  ])('%s', async (_, headers, loc) => {
    const { status, body, text } = await ask(checkOf(service, subject), headers());
    expect([status, body.detail[0].loc]).toEqual([422, loc]);
    expect(text).not.toContain(key);
    expect((await ask(`${service.url}/graphql`, headers(), operation())).body.detail[0].loc).toEqual(loc);
    const answer = JSON.stringify(await tool(headers()));
    expect(answer).toContain('X-API-Key');
    expect(answer).not.toContain('"verdict"');
  });

  it('the address, on checks, GraphQL, MCP and the balance', async () => {
    for (const path of [`/check/funder/${subject}`, '/graphql', '/mcp', '/credits/balance']) {
      const method = path === '/mcp' ? 'POST' : 'GET';
      const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) : null;
      const headers = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const response = await fetch(`${service.url}${path}?api_key=${key}`, { method, headers, body });
      const text = await response.text();
      expect([path, text.includes('X-API-Key'), text.includes(key)]).toEqual([path, true, false]);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('the metadata of a tool call, which then uses no free call', async () => {
    const refused = JSON.stringify(await tool({}, { 'x-api-key': key }, '192.0.2.200'));
    expect(refused).toContain('X-API-Key');
    expect((await tool({}, {}, '192.0.2.200')).result.structuredContent.billing).toMatchObject({
      route: 'free',
      free_remaining: 0,
    });
  });
});

describe("an Authorization that is for somebody else, as a proxy's", () => {
  const token = bearer('eyJhbGciOiJIUzI1NiJ9.e30.x');
  const said = 'Authorization holds no key of this service';

  it('changes nothing for a key in X-API-Key, and nothing for a free call', async () => {
    expect((await ask(checkOf(service, subject), { 'x-api-key': key, ...token })).status).toBe(200);
    expect((await tool(token)).result.structuredContent.billing.route).toBe('free');
  });

  it('is named by every answer that asks for payment', async () => {
    expect((await ask(checkOf(service, subject), token)).body.detail).toContain(said);
    const graphql = await ask(`${service.url}/graphql`, token, operation());
    expect([graphql.status, graphql.body.detail]).toEqual([402, expect.stringContaining(said)]);
    await tool(token, {}, '192.0.2.201');
    const spent = (await tool(token, {}, '192.0.2.201')).result.structuredContent;
    expect([spent.code, spent.detail]).toEqual(['payment_required', expect.stringContaining(said)]);
    const balance = await ask(`${service.url}/credits/balance`, token);
    expect([balance.status, balance.body.detail]).toEqual([401, expect.stringContaining(said)]);
    expect((await ask(checkOf(service, subject))).body.detail).not.toContain('Authorization holds');
  });
});
