import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenLimits, listen } from '#transport/listen.ts';
import { openWire, statusesIn, type Wire } from './wire.ts';

const MIB = 1024 * 1024;
const open: (Listening | Wire)[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    if ('close' in one) await one.close(0);
    else one.socket.destroy();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler, limits: Partial<ListenLimits> = {}): Promise<Listening> {
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: 'http://a', limits });
  open.push(listening);
  return listening;
}

async function wire({ port }: Listening, text: string, isTaking = true): Promise<Wire> {
  const one = await openWire(port);
  open.push(one);
  if (!isTaking) one.socket.pause();
  one.send(text);
  return one;
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const numbered = (count: number): string => Array.from({ length: count }, (_, n) => get(`/${n}`)).join('');

/** Answers with so many bytes that begin with the request's path, and remembers which requests were begun. */
function large(bytes: number): { readonly begun: string[]; readonly answer: Handler } {
  const begun: string[] = [];
  const answer: Handler = ({ url = '' }, response) => {
    begun.push(url);
    response.writeHead(200, { 'content-length': bytes }).end(`<${url}>`.padEnd(bytes, 'x'));
  };
  return { begun, answer };
}

/** Long enough for whatever comes at once to have come. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));

describe('requests that are sent without waiting', () => {
  it('are not begun while what is answered already is not taken, and are all answered in order once it is', async () => {
    const { begun, answer } = large(4 * MIB);
    const service = await serve(answer);
    const one = await wire(service, numbered(40), false);
    await settle();
    // The system takes some of it, which is no memory of the process.
    expect(begun.length).toBeLessThan(8);
    expect(service.held().waitingBytes).toBeLessThan(8 * MIB);
    one.socket.resume();
    await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(40);
    await expect.poll(() => service.held().waitingBytes, { timeout: 20_000 }).toBe(0);
    const said = one.said();
    expect([...said.matchAll(/<\/(\d+)>/g)].map(([, n]) => Number(n))).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(statusesIn(said)).toEqual(Array.from({ length: 40 }, () => 200));
  });

  it('are worked on a few at a time, so that nobody has a hundred large answers made at once', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const service = await serve((_request, response) => {
      waiting.push(() => response.writeHead(200, { 'content-length': 2 }).end('hi'));
      most = Math.max(most, waiting.length);
    });
    const one = await wire(service, numbered(100));
    while (statusesIn(one.said()).length < 100) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // The last first: each answer waits for those before it.
      waiting.pop()?.();
    }
    expect(most).toBe(8);
  });

  it('are over for whoever counts them when their connection is cut, also those behind the first', async () => {
    let [begun, over] = [0, 0];
    const service = await serve((_request, response) => {
      begun += 1;
      response.once('close', () => {
        over += 1;
      });
    });
    const one = await wire(service, numbered(5));
    await expect.poll(() => begun).toBe(5);
    one.socket.destroy();
    await expect.poll(() => over).toBe(5);
    await expect.poll(() => service.held().connections).toBe(0);
  });
});

describe('answers that nobody takes', () => {
  const limits = { allWaitingBytesMax: 32 * MIB, weighMs: 50 };

  it('are bounded over all connections: those that hold most for nothing are cut, and whoever takes is served', async () => {
    const { begun, answer } = large(12 * MIB);
    const service = await serve(answer, limits);
    for (let n = 0; n < 20; n += 1) await wire(service, get(`/${n}`), false);
    await expect.poll(() => begun.length).toBe(20);
    await expect.poll(() => service.held().waitingBytes).toBeLessThanOrEqual(32 * MIB);
    await expect.poll(() => service.held().connections).toBeLessThan(10);
    const one = await wire(service, get('/honest', 'Connection: close\r\n'));
    expect((await one.ended).length).toBeGreaterThan(12 * MIB);
  });

  it('lose patience sooner while there are many of them', async () => {
    const { answer } = large(20 * MIB);
    const service = await serve(answer, { ...limits, untakenMsMaxWhenShort: 300 });
    await wire(service, get('/'), false);
    await expect.poll(() => service.held().waitingBytes).toBeGreaterThan(16 * MIB);
    await expect.poll(() => service.held().connections).toBe(0);
  });

  it('make free operations with large answers wait while there are many of them, and nothing else', async () => {
    const { answer } = large(20 * MIB);
    const service = await serve(
      (request, response) => (request.url === '/large' ? answer(request, response) : void response.end('hi')),
      limits,
    );
    await wire(service, get('/large'), false);
    await expect.poll(() => service.held().waitingBytes).toBeGreaterThan(16 * MIB);
    const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });
    const refused = await ask('/graphql?query={prices{kind}}');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ code: 'overloaded', retryable: true });
    expect((await ask('/graphql', { 'x-api-key': 'assay_test' })).status).toBe(200);
    expect((await ask('/health')).status).toBe(200);
  });
});
