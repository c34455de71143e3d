import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenLimits, listen } from '#http/listen.ts';
import { openWire, statusesIn, type Wire } from './wire.ts';

const MIB = 1024 * 1024;
const open: (Listening | Wire)[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    if ('close' in one) await one.close(0);
    else one.socket.destroy();
  }
});

type Handler = Parameters<typeof listen>[0];

async function serve(handler: Handler, limits: Partial<ListenLimits> = {}, behindProxy = false): Promise<Listening> {
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: 'http://a', behindProxy, limits });
  open.push(listening);
  return listening;
}

async function wire({ port }: Listening, text: string, isTaking = true, from?: string): Promise<Wire> {
  const one = await openWire(port, from);
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

/** Makes a client take no more than 64 KiB in some milliseconds, without ever standing still. */
function slowDown({ socket }: Wire, pauseMs: number): void {
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
}

/** Asks for what is free and may be large, again and again, and returns the statuses. */
async function freeStatuses({ url }: Listening, times: number): Promise<readonly number[]> {
  const statuses = [];
  for (let n = 0; n < times; n += 1) {
    statuses.push((await fetch(`${url}/graphql?query={prices{kind}}`)).status);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return statuses;
}

describe('requests that are sent without waiting', () => {
  it('are not begun while what is answered already is not taken, and are all answered in order once it is', async () => {
    const { begun, answer } = large(4 * MIB);
    const service = await serve(answer, { sweepMs: 10 });
    const one = await wire(service, numbered(20), false);
    await expect.poll(() => service.load().waitingBytes).toBeGreaterThan(0);
    // Whatever the first connection had begun would have been begun before these.
    for (let n = 0; n < 3; n += 1) await (await wire(service, get('/other', 'Connection: close\r\n'))).ended;
    // The system takes some of it, which is no memory of the process. One answer waits, and no second.
    const ofFirst = () => begun.filter((path) => path !== '/other').length;
    expect(ofFirst()).toBeLessThan(8);
    await expect.poll(() => service.load().waitingBytes).toBeLessThan(5 * MIB);
    one.socket.resume();
    await expect.poll(ofFirst).toBe(20);
    await expect.poll(() => service.load().waitingBytes).toBe(0);
    // What the system took of the last answer is still on its way to the client.
    await expect.poll(() => one.said().includes('</19>')).toBe(true);
    const said = one.said();
    expect([...said.matchAll(/<\/(\d+)>/g)].map(([, n]) => Number(n))).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(statusesIn(said)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('are over for whoever counts them when their connection is cut, and those behind the first never begin', async () => {
    let [begun, over] = [0, 0];
    const service = await serve((_request, response) => {
      begun += 1;
      response.once('close', () => {
        over += 1;
      });
    });
    const one = await wire(service, numbered(5));
    await expect.poll(() => begun).toBe(1);
    one.socket.resetAndDestroy();
    await expect.poll(() => service.load().connections).toBe(0);
    await expect.poll(() => over).toBe(1);
    expect(begun).toBe(1);
  });
});

describe('an answer that is taken slowly', () => {
  it('goes out whole however long that is', async () => {
    const { answer } = large(16 * MIB);
    const service = await serve(answer, { unreadMsMax: 750 });
    const one = await wire(service, get('/', 'Connection: close\r\n'));
    slowDown(one, 4);
    const said = await one.ended;
    expect(said.length).toBeGreaterThan(16 * MIB);
    expect(said.endsWith('x')).toBe(true);
  });
});

describe('answers that nobody takes', () => {
  const limits = { allWaitingBytesMax: 32 * MIB, sweepMs: 10 };

  it('are bounded over all connections: those that hold most for nothing are cut, and whoever takes is served', async () => {
    const { begun, answer } = large(12 * MIB);
    const service = await serve(answer, limits);
    for (let n = 0; n < 20; n += 1) await wire(service, get(`/${n}`), false);
    await expect.poll(() => begun.length).toBe(20);
    await expect.poll(() => service.load().waitingBytes).toBeLessThanOrEqual(32 * MIB);
    await expect.poll(() => service.load().connections).toBeLessThan(10);
    const one = await wire(service, get('/honest', 'Connection: close\r\n'));
    expect((await one.ended).length).toBeGreaterThan(12 * MIB);
  });

  it('time out sooner while there are many of them', async () => {
    const { answer } = large(20 * MIB);
    const service = await serve(answer, { ...limits, unreadMsMaxWhenShort: 60 });
    await wire(service, get('/'), false);
    await expect.poll(() => service.load().waitingBytes).toBeGreaterThan(16 * MIB);
    await expect.poll(() => service.load().connections).toBe(0);
  });

  it('are bounded for each network, so that one of them gets nobody else refused or cut', async () => {
    const { begun, answer } = large(12 * MIB);
    const service = await serve(
      (request, response) => (request.url === '/graphql' ? answer(request, response) : void response.end('hi')),
      { allWaitingBytesMax: 128 * MIB, networkWaitingBytesMax: 32 * MIB, sweepMs: 10 },
    );
    const stranger = await wire(service, get('/graphql'), false, '127.0.0.3');
    for (let n = 0; n < 10; n += 1) await wire(service, get('/graphql'), false, '127.0.0.2');
    await expect.poll(() => begun.length).toBe(11);
    expect(await freeStatuses(service, 20)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(service.load().waitingBytes).toBeLessThanOrEqual(44 * MIB);
    expect(service.load().connections).toBeLessThan(6);
    stranger.socket.resume();
    await expect.poll(() => stranger.said().length).toBeGreaterThan(12 * MIB);
  });

  it('are bounded for each network on sockets as well', async () => {
    const upgrade = (_request: IncomingMessage, connection: Duplex) => {
      connection.write(Buffer.alloc(12 * MIB));
      return () => undefined;
    };
    const answer = (_request: IncomingMessage, response: ServerResponse) => void response.end('hi');
    const handler = Object.assign(answer, { upgrade, socketPath: '/socket' });
    const service = await serve(handler, { networkWaitingBytesMax: 32 * MIB, sweepMs: 10 });
    const asked = get('/socket', 'Connection: Upgrade\r\nUpgrade: websocket\r\n');
    const strangers = await Promise.all([3, 4, 5].map((n) => wire(service, asked, false, `127.0.0.${n}`)));
    await expect.poll(() => service.load().waitingBytes).toBeGreaterThan(30 * MIB);
    for (let n = 0; n < 5; n += 1) await wire(service, asked, false, '127.0.0.2');
    await expect.poll(() => service.load().connections).toBeLessThan(6);
    for (const { socket, said } of strangers) {
      socket.resume();
      await expect.poll(() => said().length).toBe(12 * MIB);
    }
  });

  it('are not bounded by address behind a proxy, whose connections are those of many', async () => {
    const { begun, answer } = large(12 * MIB);
    const service = await serve(answer, { sweepMs: 10 }, true);
    for (let n = 0; n < 8; n += 1) await wire(service, get(`/${n}`), false);
    await expect.poll(() => begun.length).toBe(8);
    // Where there is no proxy, as many are too many by then.
    const direct = await serve(answer, { sweepMs: 10 });
    for (let n = 0; n < 8; n += 1) await wire(direct, get(`/${n}`), false);
    await expect.poll(() => direct.load().connections).toBeLessThan(8);
    expect(service.load().connections).toBe(8);
  });

  it('of a crowd from many networks are cut for memory, and whoever takes slowly but steadily gets all of his', async () => {
    const { begun, answer } = large(16 * MIB);
    const service = await serve(answer, { allWaitingBytesMax: 144 * MIB, sweepMs: 5, unreadMsMaxWhenShort: 500 });
    const one = await wire(service, get('/honest', 'Connection: close\r\n'));
    slowDown(one, 4);
    for (let n = 0; n < 8; n += 1) await wire(service, get(`/${n}`), false, `127.0.1.${n + 1}`);
    await expect.poll(() => begun.length).toBe(9);
    await expect.poll(() => service.load().connections).toBeLessThan(6);
    expect((await one.ended).length).toBeGreaterThan(16 * MIB);
  });
});
