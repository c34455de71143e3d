/*
 * A client of server-sent events connects again by itself, every three seconds, whether the stream broke or came to its end. Streams of
 * GraphQL that end are taken for broken ones by such clients: https://github.com/Netflix/dgs-framework/issues/1435. Here each run of the
 * stream was charged. What a client repeats by its protocol is never paid twice, and a stream that was read to its end is not run again:
 * 204 makes the client stop.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, EventSource } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BATCH, funders, type Requested, requestOf, STREAM, subjectAt } from '../graphql/graphql-batches.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { until } from '../support/until.ts';

const PRICE = 50_000n;

let books: Books;
const gates = new Map<string, () => void>();

beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());
beforeEach(() => {
  books.route.inspection.inspected.length = 0;
});
afterEach(() => {
  for (const open of gates.values()) open();
  gates.clear();
  books.route.inspection.before = () => undefined;
});

type Headers = Readonly<Record<string, string>>;

/** The address of an operation by GET, as an EventSource takes it. */
function addressOf(query: string, requests: readonly Requested[]): URL {
  const url = new URL(books.route.url);
  url.search = new URLSearchParams({
    query,
    variables: JSON.stringify({ requests: requests.map(requestOf) }),
  }).toString();
  return url;
}

/** Reads with a client that connects again after five milliseconds, until that gives up. The data of all its events. */
async function readByItself(url: URL, headers: Headers): Promise<readonly string[]> {
  const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
    return dispatch({ ...options, headers: { ...(options.headers as object), ...headers } }, handler);
  });
  const source = new EventSource(url.href, { node: { dispatcher, reconnectionTime: 5 } });
  const told: string[] = [];
  source.addEventListener('next', (event) => told.push(String((event as MessageEvent).data)));
  await until(() => source.readyState === EventSource.CLOSED || told.length > 20);
  source.close();
  await dispatcher.close();
  return told;
}

interface Read {
  readonly status: number;
  readonly text: string;
}

/** Reads a stream, until what came fits where that is asked for; then it leaves without a word. */
function read(url: URL, headers: Headers, enough?: RegExp, method = 'GET', body = ''): Promise<Read> {
  return new Promise((resolve, reject) => {
    const sent = { accept: 'text/event-stream', 'content-type': 'application/json', ...headers };
    const asked = request(url, { method, agent: false, headers: sent }, (response) => {
      let text = '';
      const done = (): void => resolve({ status: response.statusCode ?? 0, text });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (!enough?.test(text)) return;
        done();
        asked.destroy();
      });
      response.once('end', done);
    });
    asked.once('error', reject).end(body);
  });
}

const idsIn = (text: string): readonly string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => String(id));
const worked = () => books.route.inspection.inspected.length;

function hold(subject: string): void {
  const gate = new Promise<undefined>((resolve) => gates.set(subject, () => resolve(undefined)));
  books.route.inspection.before = (_, asked) => (asked.subject === subject ? gate : undefined);
}

/**
 * Stands between client and service and loses of the first answer what follows its first block, once all of it is charged. `work`
 * gets the address to ask.
 */
async function behindLoss(url: URL, work: (lossy: URL) => Promise<void>): Promise<void> {
  let passed = 0;
  const server = createServer((asked, answer) => {
    passed += 1;
    const isLost = passed === 1;
    const { method, headers } = asked;
    const passedOn = request(new URL(asked.url ?? '', url), { method, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      if (!isLost) return response.pipe(answer);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      return response.once('end', () => {
        answer.write(text.slice(0, text.indexOf('\n\n') + 2), () => answer.destroy());
      });
    });
    passedOn.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const lossy = new URL(url);
    lossy.port = String((server.address() as AddressInfo).port);
    await work(lossy);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a client that connects again by itself', () => {
  it.each([
    ['a subscription', STREAM, 2],
    ['a query as events', BATCH, 1],
  ])('reads %s once, and pays once', async (_, query, events) => {
    const key = await books.key(PRICE * 20n);
    const told = await readByItself(addressOf(query, funders(2)), { 'x-api-key': key });
    expect([told.length, worked()]).toEqual([events, 2]);
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
  });

  it.each([
    ['a subscription', STREAM, 2],
    ['a query as events', BATCH, 1],
  ])('and whose connection breaks before the first event of %s pays once', async (_, query, events) => {
    const key = await books.key(PRICE * 20n);
    await behindLoss(addressOf(query, funders(2)), async (lossy) => {
      const told = await readByItself(lossy, { 'x-api-key': key });
      expect([told.length, worked()]).toEqual([events, 2]);
    });
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
  });

  it('has the name of the stream before its first event', async () => {
    hold(subjectAt(0));
    const key = await books.key(PRICE);
    const { text } = await read(addressOf(STREAM, funders(1)), { 'x-api-key': key }, /\n\n/);
    expect(text).toMatch(/^:\nid: stream-[0-9a-f-]{36}\n\n$/);
  });

  it('does so with an idempotency key of its own as well', async () => {
    const key = await books.key(PRICE * 20n);
    const headers = { 'x-api-key': key, 'idempotency-key': 'mine' };
    expect(await readByItself(addressOf(STREAM, funders(1)), headers)).toHaveLength(1);
    expect(await books.charges(key)).toEqual([PRICE]);
  });

  it.each(['GET', 'POST'])('goes on with a stream that broke, and pays nothing twice: %s', async (method) => {
    const [first, second] = [subjectAt(0), subjectAt(1)];
    hold(second);
    const key = await books.key(PRICE * 20n);
    const url = method === 'GET' ? addressOf(STREAM, funders(2)) : new URL(books.route.url);
    const body =
      method === 'GET' ? '' : JSON.stringify({ query: STREAM, variables: { requests: funders(2).map(requestOf) } });
    const broken = await read(url, { 'x-api-key': key }, new RegExp(`data: .*${first}.*\n\n`), method, body);
    const [id = ''] = idsIn(broken.text);
    // It comes again at once, before anybody can know that the first connection is gone.
    const again = read(url, { 'x-api-key': key, 'last-event-id': id }, undefined, method, body);
    gates.get(second)?.();
    const { status, text } = await again;
    expect(status).toBe(200);
    // What was begun for the first connection was worked to its end.
    expect(text.match(/"route":"NONE","chargedUsdc":"0.00","replayed":true/g)).toHaveLength(2);
    expect([worked(), await books.holds(key)]).toEqual([2, { posted: 2 }]);
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
    const ids = idsIn(text);
    expect(new Set(ids.slice(0, -1))).toEqual(new Set([id]));
    expect(
      (await read(url, { 'x-api-key': key, 'last-event-id': ids.at(-1) ?? '' }, undefined, method, body)).status,
    ).toBe(204);
  });

  it('gets what it paid for again where only the end of the stream was lost on the way', async () => {
    const key = await books.key(PRICE * 20n);
    const url = addressOf(STREAM, funders(2));
    const [id = ''] = idsIn((await read(url, { 'x-api-key': key })).text);
    const { text } = await read(url, { 'x-api-key': key, 'last-event-id': id });
    expect(text.match(/"replayed":true/g)).toHaveLength(2);
    expect([worked(), await books.charges(key)]).toEqual([2, [PRICE, PRICE]]);
  });

  it('is not taken for one that goes on where the id is of another stream, or of none', async () => {
    const key = await books.key(PRICE * 20n);
    const [id = ''] = idsIn((await read(addressOf(STREAM, funders(1)), { 'x-api-key': key })).text);
    const other = addressOf(STREAM, funders(1, 1));
    expect(await read(other, { 'x-api-key': key, 'last-event-id': id })).toMatchObject({
      status: 409,
      text: expect.stringContaining('REQUEST_DIFFERS'),
    });
    expect((await read(other, { 'x-api-key': key, 'last-event-id': '42' })).status).toBe(200);
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
  });

  it('and who asks for the same again on purpose gets a new answer', async () => {
    const key = await books.key(PRICE * 2n);
    for (let n = 0; n < 2; n += 1) await read(addressOf(STREAM, funders(1)), { 'x-api-key': key });
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
  });
});

it('a probe by HEAD runs and charges nothing', async () => {
  const key = await books.key(PRICE);
  for (const query of [STREAM, BATCH])
    await read(addressOf(query, funders(1)), { 'x-api-key': key }, undefined, 'HEAD');
  expect([worked(), await books.holds(key), await books.left(key)]).toEqual([0, {}, PRICE]);
});
