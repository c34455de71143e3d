import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenLimits, listen } from '#http/listen.ts';
import { openWire, statusesIn, type Wire } from './wire.ts';

const BASE_URL = 'https://assay.example';
const open: (Listening | Wire)[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) {
    if ('close' in one) await one.close(0);
    else one.socket.destroy();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const greet: Handler = (_request, response) => void response.writeHead(200, { 'content-length': 2 }).end('hi');

async function serve(limits: Partial<ListenLimits> = {}, handler = greet): Promise<Listening> {
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: BASE_URL, limits });
  open.push(listening);
  return listening;
}

async function wire({ port }: Listening, text: string): Promise<Wire> {
  const one = await openWire(port);
  open.push(one);
  if (text !== '') one.send(text);
  return one;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const refused: readonly (readonly [string, number, string])[] = [
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', 400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['an unknown coding', 400, 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, identity\r\n\r\n'],
  ['no HTTP', 400, 'NONSENSE\r\n\r\n'],
  ['a tunnel', 400, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
  ['a half of its headers', 408, 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['an expectation that nobody knows', 417, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\n\r\n'],
  ['too large headers', 431, `GET / HTTP/1.1\r\nHost: a\r\nX-One: ${'x'.repeat(33_000)}\r\n\r\n`],
];

describe('a refusal before there is a request', () => {
  it.each(refused)('for %s is a problem like any other, with all headers: %i', async (_, status, text) => {
    // Others are refused for what they say, however long that takes to arrive.
    const service = await serve(status === 408 ? { headersMsMax: 200, requestMsMax: 500, checkMs: 50 } : {});
    const said = await (await wire(service, text)).ended;
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(statusesIn(said)).toEqual([status]);
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    );
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      connection: 'close',
      date: expect.stringMatching(/GMT$/),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(JSON.parse(body)).toMatchObject({
      type: `${BASE_URL}/errors/bad_request`,
      code: 'bad_request',
      status,
      request_id: headers['x-request-id'],
    });
  });

  it('of a tunnel keeps no connection, whatever came before it and however its client leaves', async () => {
    const long = 'x'.repeat(4 * 1024 * 1024);
    const service = await serve({}, (_request, response) => void response.end(long));
    const tunnel = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n';
    const one = await wire(service, GET);
    await expect.poll(() => one.said().length).toBeGreaterThan(long.length);
    one.send(tunnel);
    expect(statusesIn(await one.ended)).toEqual([200, 400]);
    const rude = await wire(service, tunnel);
    rude.socket.resetAndDestroy();
    const slow = await wire(service, '');
    slow.socket.pause();
    slow.send(GET + tunnel);
    await expect.poll(() => service.load().connections).toBe(0);
  });

  it('is none for a request of the older version, which needs no host', async () => {
    expect(statusesIn(await (await wire(await serve(), 'GET / HTTP/1.0\r\n\r\n')).ended)).toEqual([200]);
  });

  it('is none for whoever waits for leave to send its body', async () => {
    const service = await serve({}, (request, response) => void request.resume().once('end', () => response.end('hi')));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';
    const one = await wire(service, head);
    await expect.poll(() => statusesIn(one.said())).toEqual([100]);
    one.send('{}');
    expect(statusesIn(await one.ended)).toEqual([100, 200]);
  });

  it.each([
    ['goes on sending', 'x'],
    ['says nothing more', ''],
  ])('ends the connection also where the client %s and never ends it', async (_, text) => {
    const service = await serve();
    const one = await wire(service, '');
    // Or it would answer the end of the other side with its own.
    one.socket.allowHalfOpen = true;
    one.send('NONSENSE\r\n\r\n');
    const drip = setInterval(() => text !== '' && one.send(text), 100);
    try {
      await expect.poll(() => service.load().connections).toBe(0);
    } finally {
      clearInterval(drip);
    }
  });
});

describe('the headers of a request', () => {
  it('are all read, however many there are, so that what a proxy adds at the end is not lost', async () => {
    const service = await serve({}, (request, response) => {
      response.end(`${Object.keys(request.headers).length} ${request.headers['x-forwarded-for']}`);
    });
    const many = Array.from({ length: 2_500 }, (_, n) => `a${n}: b\r\n`).join('');
    const text = `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${many}X-Forwarded-For: 192.0.2.1\r\n\r\n`;
    expect(await (await wire(service, text)).ended).toMatch(/2503 192\.0\.2\.1$/);
  });
});
