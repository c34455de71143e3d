import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { STREAM } from '../graphql/graphql-batches.ts';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openEvents } from '../support/event-stream.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const subjects: readonly { readonly address: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const [first = '', second = ''] = subjects.map(({ address }) => address);

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
});
afterAll(() => database.stop());

type Headers = Readonly<Record<string, string>>;
const newKey = async () => String((await ledger.grant(1_000_000n)).apiKey);
const left = async (key: string) => (await ledger.statement(key))?.balanceAtomic;

async function call(url: string, headers: Headers, body?: object) {
  const response = await fetch(url, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

const rpcCall = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const part = { data: { kind: 'funder', address: second } };
const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [part] };

/** Every road to a check of the second subject. */
const roads: readonly (readonly [string, (url: string, headers: Headers) => ReturnType<typeof call>])[] = [
  ['REST', (url, headers) => call(`${url}/check/funder/${second}`, headers)],
  ['GraphQL', (url, h) => call(`${url}/graphql`, h, { query: `{ funderCheck(address: "${second}") { verdict } }` })],
  [
    'MCP',
    (url, h) => {
      const accept = { accept: 'application/json, text/event-stream' };
      const params = { name: 'check_funder', arguments: { address: second } };
      return call(`${url}/mcp`, { ...h, ...accept }, rpcCall('tools/call', params));
    },
  ],
  ['A2A', (url, h) => call(`${url}/a2a`, { ...h, 'a2a-version': '1.0' }, rpcCall('SendMessage', { message }))],
];

/**
 * A check that stays under way, because the endpoint hangs, until its caller leaves the stream. Then its hold is given back, and
 * only after that does the check count as ended.
 */
async function occupy(url: string, subject: string) {
  const key = await newKey();
  const variables = { requests: [{ funder: { address: subject } }] };
  const stream = await openEvents(`${url}/graphql`, { query: STREAM, variables }, { 'x-api-key': key });
  expect(await left(key)).toBe(950_000n);
  return async () => {
    stream.leave();
    await expect.poll(() => left(key)).toBe(1_000_000n);
    await expect.poll(async () => (await call(`${url}/metrics`, {})).text).toMatch(/^assay_checks_in_flight 0$/m);
  };
}

describe('a service whose budget of calls is used up', () => {
  it('refuses before any charge and any call, on every road, and takes checks again when there is room', async () => {
    await withApp(database, [methods], { RPC_CALLS_PER_SECOND_MAX: '1' }, async ({ url }, [rpc]) => {
      rpc?.fail(() => ({ kind: 'hang' }));
      const vacate = await occupy(url, first);
      const key = await newKey();
      for (const [road, ask] of roads) {
        const { text, retryAfter, status } = await ask(url, { 'x-api-key': key });
        expect(text.toLowerCase(), road).toContain('overloaded');
        if (road !== 'MCP' && road !== 'A2A') expect([status, Number(retryAfter) > 0], road).toEqual([503, true]);
      }
      expect(await left(key)).toBe(1_000_000n);
      expect(JSON.stringify(rpc?.requests.map(({ calls }) => calls))).not.toContain(second);
      // Who has nothing to pay with is told the price as ever.
      expect((await call(`${url}/check/funder/${second}`, {})).status).toBe(402);
      await vacate();
      await (await occupy(url, second))();
    });
  });
});

describe('a service with as many checks under way as it takes', () => {
  it('refuses an operation as a whole, keeps the balance, and serves it later', async () => {
    await withApp(database, [methods], { CHECKS_IN_FLIGHT_MAX: '1' }, async ({ url }, [rpc]) => {
      rpc?.fail(() => ({ kind: 'hang' }));
      const vacate = await occupy(url, first);
      const key = await newKey();
      const fields = [first, second].map((address, n) => `c${n}: funderCheck(address: "${address}") { verdict }`);
      const body = { query: `{ ${fields.join(' ')} }` };
      expect(await call(`${url}/graphql`, { 'x-api-key': key }, body)).toMatchObject({ status: 503, retryAfter: '1' });
      expect(await left(key)).toBe(1_000_000n);
      await vacate();
      rpc?.fail(null);
      const served = await call(`${url}/graphql`, { 'x-api-key': key }, body);
      expect(Object.keys(JSON.parse(served.text).data)).toEqual(['c0', 'c1']);
    });
  });
});

describe('a caller who cannot pay', () => {
  it('costs no call of the chain, on any road', async () => {
    await withApp(database, [methods], { FREE_CALLS_PER_DAY: '0' }, async ({ url }, [rpc]) => {
      const poor = String((await ledger.grant(49_999n)).apiKey);
      for (const headers of [{}, { 'x-api-key': 'assay_invented' }, { 'x-api-key': poor }]) {
        for (const [road, ask] of roads) {
          const { text } = await ask(url, headers as Headers);
          expect(text, road).toMatch(
            /payment_required|PAYMENT_REQUIRED|api_key_unknown|insufficient_balance|INSUFFICIENT/,
          );
        }
      }
      expect(JSON.stringify(rpc?.requests.map(({ calls }) => calls))).not.toContain(second);
      expect(await left(poor)).toBe(49_999n);
    });
  });
});
