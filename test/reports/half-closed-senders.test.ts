/*
 * A sender ends its side of the connection once its request is whole: `nc -N`, clients of HTTP/1.0, some proxies. It waits for the
 * answer. Servers that took this for a client that left threw paid answers away:
 * https://github.com/httpwg/http-core/issues/22 and https://github.com/dotnet/aspnetcore/issues/13188.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '#http/listen.ts';
import { statusesIn } from '../protection/wire.ts';
import { gate } from '../rest/service.ts';
import { ask, checkOf, type Market, openMarket, PRICE, pay } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { until } from '../support/until.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const open: Listening[] = [];
const sockets: Socket[] = [];

let market: Market;
let service: Service;

beforeAll(async () => {
  market = await openMarket();
  service = await market.open();
});
afterAll(() => market?.stop());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const one of open.splice(0)) await one.close(0);
});

/** Sends a text and ends this side with it. Resolves with what came back once the other side has ended the connection as well. */
function halfClosed(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  let said = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    said += chunk;
  });
  socket.on('error', () => undefined);
  socket.end(text);
  return new Promise((resolve) => socket.once('close', () => resolve(said)));
}

const portOf = ({ url }: Service): number => Number(new URL(url).port);

type Headers = Readonly<Record<string, string>>;

function requestOf(path: string, headers: Headers, body?: object, version = '1.1'): string {
  const text = body ? JSON.stringify(body) : '';
  const all = {
    host: 'a',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': text.length }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${body ? 'POST' : 'GET'} ${path} HTTP/${version}\r\n${lines.join('')}\r\n${text}`;
}

const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const left = async (key: string): Promise<bigint> => (await market.ledger.statement(key))?.balanceAtomic ?? -1n;

/** Every road on which a check is asked for, with what its paid answer says. */
const roads: readonly (readonly [string, (subject: string, key: Headers) => string])[] = [
  ['REST', (subject, key) => requestOf(`/check/funder/${subject}`, key)],
  ['REST in HTTP/1.0', (subject, key) => requestOf(`/check/funder/${subject}`, key, undefined, '1.0')],
  [
    'GraphQL',
    (subject, key) => requestOf('/graphql', key, { query: `{ funderCheck(address: "${subject}") { verdict } }` }),
  ],
  [
    'a subscription of GraphQL',
    (subject, key) =>
      requestOf(
        '/graphql',
        { ...key, accept: 'text/event-stream' },
        {
          query: `subscription { checks(requests: [{ funder: { address: "${subject}" } }]) { result { ... on Check { verdict } } } }`,
        },
      ),
  ],
  [
    'MCP',
    (subject, key) =>
      requestOf(
        '/mcp',
        { ...key, host: '127.0.0.1' },
        rpc('tools/call', { name: 'check_funder', arguments: { address: subject } }),
      ),
  ],
  [
    'A2A',
    (subject, key) =>
      requestOf(
        '/a2a',
        { ...key, 'a2a-version': '1.0' },
        rpc('SendMessage', {
          message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ data: { kind: 'funder', address: subject } }] },
        }),
      ),
  ],
];

describe('a sender that ends its side after a whole request', () => {
  it.each(roads)('gets its answer and is charged once: %s', async (_, requestFor) => {
    const key = await market.key(PRICE);
    const said = await halfClosed(portOf(service), requestFor(market.subject('CEX_FUNDED'), { 'x-api-key': key }));
    expect(statusesIn(said), said).toEqual([200]);
    expect(said).toContain('CEX_FUNDED');
    expect(await left(key)).toBe(0n);
  });

  it('gets what it paid for by a payment per call', async () => {
    const path = checkOf(service, market.subject('CEX_FUNDED'));
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), await ask(path));
    const seen = await market.watch();
    const said = await halfClosed(portOf(service), requestOf(new URL(path).pathname, headers));
    expect(statusesIn(said)).toEqual([200]);
    expect(said).toContain('CEX_FUNDED');
    expect((await seen()).got).toBe(PRICE);
  });

  it('may be gone instead, which looks the same: its repeat gets the answer for nothing', async () => {
    const key = await market.key(PRICE);
    const request = requestOf(`/check/funder/${market.subject('CEX_FUNDED')}`, { 'x-api-key': key });
    const socket = connect({ port: portOf(service), host: '127.0.0.1' });
    // Closed on both sides: the other side sees the same end as of a sender that waits.
    socket.once('connect', () => socket.write(request, () => socket.destroy()));
    await until(async () => (await market.ledger.entries(key, { limit: 1 }))?.entries[0]?.kind === 'charge');
    const again = await ask(checkOf(service, market.subject('CEX_FUNDED')), { 'x-api-key': key });
    expect(again.body.billing).toMatchObject({ route: 'none', charged_usdc: '0.00', replayed: true });
  });

  it('gets all answers where it asked several times', async () => {
    const key = await market.key(PRICE * 12n);
    const request =
      roads.find(([name]) => name === 'A2A')?.[1](market.subject('CEX_FUNDED'), { 'x-api-key': key }) ?? '';
    const said = await halfClosed(portOf(service), request.repeat(12));
    expect(statusesIn(said)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(said.match(/TASK_STATE_COMPLETED|"verdict":"CEX_FUNDED"/g)).toHaveLength(12);
  });

  it('is told that half a body is no request, and is not charged', async () => {
    const key = await market.key(PRICE);
    const whole = requestOf(
      '/graphql',
      { 'x-api-key': key },
      {
        query: `{ funderCheck(address: "${market.subject('CEX_FUNDED')}") { verdict } }`,
      },
    );
    expect(statusesIn(await halfClosed(portOf(service), whole.slice(0, -5)))).toEqual([400]);
    expect(await left(key)).toBe(PRICE);
  });
});

describe('a listener whose sender ends its side', () => {
  type Handler = (request: IncomingMessage, response: ServerResponse) => void;

  async function serve(handler: Handler): Promise<Listening> {
    const listening = await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: 'http://a' });
    open.push(listening);
    return listening;
  }

  it('answers all requests that came before, in order, says with the last that it ends, and keeps no connection', async () => {
    // The first takes longest.
    const one = await serve(
      ({ url = '' }, response) => void pause(url === '/0' ? 20 : 0).then(() => response.end(url)),
    );
    const said = await halfClosed(one.port, [0, 1, 2].map((n) => GET.replace('/', `/${n}`)).join(''));
    expect(said.match(/(?<=\r\n\r\n(?:\d\r\n)?)\/\d/g)).toEqual(['/0', '/1', '/2']);
    await expect.poll(() => one.load().connections).toBe(0);
  });

  it('answers while the service ends', async () => {
    const { opened, open: goOn } = gate();
    let begun = false;
    const one = await serve((_request, response) => {
      begun = true;
      void opened.then(() => response.end('hi'));
    });
    const said = halfClosed(one.port, GET);
    await until(() => begun);
    one.drain();
    const ended = one.close(60_000);
    goOn();
    expect(await said).toMatch(/connection: close[\s\S]*hi$/i);
    await ended;
  });

  it('ends a connection without a request', async () => {
    const one = await serve((_request, response) => void response.end());
    expect(await halfClosed(one.port, '')).toBe('');
  });

  it('notices who is gone by what cannot be written', async () => {
    const { opened, open: gone } = gate();
    const one = await serve((_request, response) => {
      const words = setInterval(() => response.write('word '), 5);
      response.once('close', () => {
        clearInterval(words);
        gone();
      });
    });
    const socket = connect({ port: one.port, host: '127.0.0.1' });
    socket.once('data', () => socket.destroy());
    socket.write(GET);
    await opened;
    await expect.poll(() => one.load().connections).toBe(0);
  });
});
