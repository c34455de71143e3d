import { connect } from 'node:net';
import { type Client, createClient, type ExecutionResult } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openCountingBilling } from '../support/graphql-billing.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { openRoute } from '../support/graphql-route.ts';
import { noMoney } from '../support/key-billing.ts';
import { until } from '../support/market.ts';
import { BATCH, funders, requestOf, STREAM } from './graphql-batches.ts';

let books: Books;
const clients: Client[] = [];
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());
beforeEach(() => {
  books.route.inspection.inspected.length = 0;
  books.route.hidden.length = 0;
});
afterEach(async () => {
  books.route.inspection.before = () => undefined;
  for (const client of clients.splice(0)) await client.dispose();
});

const address = () => books.route.url.replace('http:', 'ws:');

/** A client of the protocol's own library, whose first message has these members. */
function clientOf(
  connectionParams: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  url = books.route.url,
): Client {
  class WithHeaders extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers });
    }
  }
  const client = createClient({
    url: url.replace('http:', 'ws:'),
    webSocketImpl: WithHeaders,
    connectionParams,
    retryAttempts: 0,
  });
  clients.push(client);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
type Result = Pick<ExecutionResult<any, any>, 'data' | 'extensions'>;

/** The results of an operation. Rejects with its errors where it is refused. */
async function all(client: Client, query: string, variables: Record<string, unknown> = {}): Promise<Result[]> {
  const found: Result[] = [];
  for await (const result of client.iterate({ query, variables })) found.push(result);
  return found;
}

const codeOf = (errors: unknown) =>
  (errors as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code);

describe('a socket', () => {
  it.each([
    ['its first message', (apiKey: string) => clientOf({ apiKey })],
    ['its first message, by the name of the header', (key: string) => clientOf({ 'X-API-Key': key })],
    ['the header of its upgrade', (key: string) => clientOf({}, { 'x-api-key': key })],
  ])('answers a subscription from the key in %s', async (_, open) => {
    const key = await books.key(150_000n);
    const results = await all(open(key), STREAM, { requests: [...funders(2), ...funders(1)].map(requestOf) });
    expect(results.map(({ data }) => data.checks.done).at(-1)).toBe(3);
    expect(results.map(({ data }) => data.checks.result.billing.chargedUsdc)).toEqual(['0.05', '0.05']);
    expect([await books.left(key), await books.holds(key)]).toEqual([50_000n, { posted: 2 }]);
    expect(books.route.inspection.closed).toBe(books.route.inspection.opened);
  });

  it('answers queries as well, several at once', async () => {
    const key = await books.key(200_000n);
    const client = clientOf({ apiKey: key });
    const asked = [0, 1, 2].map((n) => all(client, BATCH, { requests: funders(1, 600 + n).map(requestOf) }));
    const free = await all(client, '{ prices { kind } }');
    for (const [result] of await Promise.all(asked)) expect(result?.extensions.billing.chargedUsdc).toBe('0.05');
    expect([free[0]?.data.prices.length, await books.left(key)]).toEqual([4, 50_000n]);
  });

  it.each([
    ['PAYMENT_REQUIRED', {}, STREAM],
    ['API_KEY_UNKNOWN', { apiKey: 'assay_nobody' }, STREAM],
    ['GRAPHQL_VALIDATION_FAILED', {}, 'subscription { nothing }'],
    ['GRAPHQL_PARSE_FAILED', {}, 'subscription {'],
    ['OPERATION_TOO_LARGE', {}, `{ ${'a: __typename '.repeat(300)} }`],
  ])('refuses an operation with %s and stays', async (code, params, query) => {
    const client = clientOf(params);
    const refusal = await all(client, query, query === STREAM ? { requests: funders(1).map(requestOf) } : {}).catch(
      (error) => error,
    );
    expect(codeOf(refusal)).toContain(code);
    expect((await all(client, '{ __typename }'))[0]?.data).toEqual({ __typename: 'Query' });
    expect(books.route.inspection.inspected).toEqual([]);
  });

  it('charges what had begun when its caller left, and gives it again for nothing', async () => {
    const gates: (() => void)[] = [];
    books.route.inspection.before = () => new Promise((resolve) => gates.push(() => resolve(undefined)));
    const key = await books.key(100_000n);
    const client = clientOf({ apiKey: key });
    const results = client.iterate({ query: STREAM, variables: { requests: funders(2, 620).map(requestOf) } });
    const first = results.next();
    first.catch(() => undefined);
    await until(() => gates.length === 2);
    client.terminate();
    for (const open of gates) open();
    await until(async () => (await books.holds(key)).posted === 2);
    books.route.inspection.before = () => undefined;
    const again = await books.route.post(BATCH, { 'x-api-key': key }, { requests: funders(2, 620).map(requestOf) });
    for (const { billing } of again.body.data.checks) expect(billing).toMatchObject({ route: 'NONE', replayed: true });
    expect(await books.left(key)).toBe(0n);
  });

  it.each<[string, string, number]>([
    ['no protocol', '', 4_406],
    ['an operation before its first message', 'graphql-transport-ws', 4_401],
  ])('is closed for %s', async (_, protocol, code) => {
    const socket = new WebSocket(address(), protocol === '' ? [] : protocol);
    socket.on('open', () => socket.send('{"id":"1","type":"subscribe","payload":{"query":"{ __typename }"}}'));
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(code);
  });

  it.each([
    ['no JSON', '{', 4_400],
    ['a message that is too large', `{"type":"ping","payload":{"x":"${'x'.repeat(100_000)}"}}`, 1_009],
  ])('is closed for %s', async (_, text, code) => {
    const socket = new WebSocket(address(), 'graphql-transport-ws');
    socket.on('open', () => socket.send(text));
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(code);
  });

  it('is refused two different keys', async () => {
    const client = clientOf({ apiKey: await books.key(1n) }, { 'x-api-key': await books.key(1n) });
    await expect(all(client, '{ __typename }')).rejects.toMatchObject({ code: 4_403 });
  });
});

it('has at most 100 operations at the same time', async () => {
  const gates: (() => void)[] = [];
  books.route.inspection.before = () => new Promise((resolve) => gates.push(() => resolve(undefined)));
  const client = clientOf({ apiKey: await books.key(10_000_000n) });
  const asked = Array.from({ length: 101 }, (_, n) =>
    all(client, BATCH, { requests: funders(1, 700 + n).map(requestOf) }),
  );
  const refusals = Promise.any(asked.map((one) => one.then(() => Promise.reject(new Error('answered')), codeOf)));
  expect(await refusals).toEqual(['TOO_MANY_REQUESTS']);
  await until(() => gates.length === 100);
  for (const open of gates) open();
  expect((await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});

/** A bare socket after its first message, with the messages that it gets. */
async function bareSocket(apiKey: string) {
  const socket = new WebSocket(address(), 'graphql-transport-ws');
  const got: { readonly id?: string; readonly type: string }[] = [];
  socket.on('message', (data) => got.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (...messages: object[]) => {
    for (const one of messages) socket.send(JSON.stringify(one));
  };
  send({ type: 'connection_init', payload: { apiKey } });
  await until(() => got.length === 1);
  got.length = 0;
  return { socket, got, send };
}

it('keeps no place for operations that were refused after their client left them', async () => {
  const { socket, got, send } = await bareSocket(await books.key(1n));
  const payload = { query: STREAM, variables: { requests: funders(1, 840).map(requestOf) } };
  for (let n = 0; n < 100; n += 1) {
    send({ id: `${n}`, type: 'subscribe', payload }, { id: `${n}`, type: 'complete' });
  }
  send({ id: 'last', type: 'subscribe', payload: { query: '{ __typename }' } });
  await until(() => got.some(({ type }) => type === 'complete'));
  expect(got.filter(({ id }) => id === 'last').map(({ type }) => type)).toEqual(['next', 'complete']);
  socket.terminate();
});

it('gives the answer of an operation that its client left to no other that has its id', async () => {
  let open: () => void = () => undefined;
  books.route.inspection.before = () =>
    new Promise((resolve) => {
      open = () => resolve(undefined);
    });
  const key = await books.key(50_000n);
  const { socket, got, send } = await bareSocket(key);
  const variables = { requests: funders(1, 830).map(requestOf) };
  send({ id: 'a', type: 'subscribe', payload: { query: BATCH, variables } });
  await until(() => books.route.inspection.inspected.length === 1);
  send({ id: 'a', type: 'complete' }, { id: 'a', type: 'subscribe', payload: { query: '{ prices { kind } }' } });
  await until(() => got.length === 1);
  open();
  await until(async () => (await books.holds(key)).posted === 1);
  send({ id: 'b', type: 'subscribe', payload: { query: BATCH, variables } });
  await until(() => got.some(({ id, type }) => id === 'b' && type === 'complete'));
  expect(got.map(({ id, type }) => `${id} ${type}`)).toEqual(['a error', 'b next', 'b complete']);
  expect(got[1]).toMatchObject({ payload: { data: { checks: [{ billing: { replayed: true } }] } } });
  socket.terminate();
});

it('goes away on a shutdown as soon as nothing runs on it', async () => {
  const route = await openRoute(openCountingBilling(), noMoney);
  let open: () => void = () => undefined;
  route.inspection.before = () =>
    new Promise((resolve) => {
      open = () => resolve(undefined);
    });
  const closed: unknown[] = [];
  const client = clientOf({ apiKey: 'assay_test' }, {}, route.url);
  client.on('closed', (event) => closed.push((event as { code: number }).code));
  const results = all(client, STREAM, { requests: funders(1).map(requestOf) });
  await until(() => route.inspection.inspected.length === 1);
  route.drain();
  open();
  expect((await results).map(({ data }) => data.checks.done)).toEqual([1]);
  await until(() => closed.length === 1);
  expect(closed).toEqual([1_001]);
  route.close();
});

/** The beginning of the answer to a request that asks for another protocol. */
function answerTo(path: string, protocol: string): Promise<string> {
  const { hostname, port } = new URL(books.route.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      ),
    );
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk).split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
  });
}

it.each([
  ['/graphql?query={__typename}', 'h2c', 'HTTP/1.1 200 OK'],
  ['/health', 'websocket', 'HTTP/1.1 200 OK'],
  ['/nothing', 'websocket', 'HTTP/1.1 404 Not Found'],
  ['/graphql', 'websocket', 'HTTP/1.1 101 Switching Protocols'],
])('a request to %s for %s is answered %s', async (path, protocol, line) => {
  expect(await answerTo(path, protocol)).toBe(line);
});
