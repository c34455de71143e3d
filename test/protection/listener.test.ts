import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenLimits, listen } from '#http/listen.ts';
import { gate } from '../rest/service.ts';
import { openWire, statusesIn, type Wire } from './wire.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const open: (Listening | Wire)[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) {
    if ('close' in one) await one.close(0);
    else one.socket.destroy();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const greet: Handler = (_request, response) => void response.writeHead(200, { 'content-length': 2 }).end('hi');

async function serve(handler: Handler = greet, limits: Partial<ListenLimits> = {}): Promise<Listening> {
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: 'http://a', limits });
  open.push(listening);
  return listening;
}

async function wire({ port }: Listening, text = ''): Promise<Wire> {
  const one = await openWire(port);
  open.push(one);
  if (text !== '') one.send(text);
  return one;
}

describe('a message that two readers could understand differently', () => {
  const cases: Readonly<Record<string, string>> = {
    'both lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    'a signed length': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nabcde',
    'an unknown coding': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'a folded header': 'GET / HTTP/1.1\r\nHost: a\r\nX-One: b\r\n c\r\n\r\n',
    'a blank before the colon': 'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
    'two hosts': 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n',
    'no host': 'GET / HTTP/1.1\r\n\r\n',
    'a bare line feed': 'GET / HTTP/1.1\nHost: a\n\n',
    'a zero byte in a header': 'GET / HTTP/1.1\r\nHost: a\r\nX-One: b\0c\r\n\r\n',
  };

  it.each(Object.entries(cases))('is refused: %s', async (_name, text) => {
    const service = await serve();
    const said = await (await wire(service, text)).ended;
    expect(statusesIn(said)).toEqual([400]);
    expect(said.toLowerCase()).toContain('connection: close');
  });

  it('is refused when a chunk has a size that is none', async () => {
    const service = await serve((request, response) => {
      request.resume().once('end', () => response.end('hi'));
    });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const said = await (await wire(service, `${head}0x5\r\nabcde\r\n0\r\n\r\n`)).ended;
    expect(statusesIn(said)).toEqual([400]);
  });

  it('is never answered in the place of a whole request before it', async () => {
    const { opened, open: goOn } = gate();
    const service = await serve((request, response) => void opened.then(() => greet(request, response)));
    const one = await wire(service, `${GET}NONSENSE\r\n\r\n`);
    // Another who sends the same alone is told so at once.
    expect(statusesIn(await (await wire(service, 'NONSENSE\r\n\r\n')).ended)).toEqual([400]);
    expect(one.said()).toBe('');
    goOn();
    const said = await one.ended;
    expect(statusesIn(said)).toEqual([200, 400]);
    expect(said).toContain('\r\n\r\nhiHTTP/1.1 400 ');
  });

  it('is refused for headers of more than 32 KiB with 431', async () => {
    const service = await serve();
    const one = await wire(service, `GET / HTTP/1.1\r\nHost: a\r\nX-One: ${'x'.repeat(33_000)}\r\n\r\n`);
    expect(statusesIn(await one.ended)).toEqual([431]);
  });
});

describe('a slow client', () => {
  it('gets an error when its headers do not arrive, and cut off', async () => {
    const service = await serve(greet, { headersMsMax: 300, requestMsMax: 1_000, checkMs: 50 });
    const one = await wire(service, 'GET / HTTP/1.1\r\nHost: a\r\n');
    const drip = setInterval(() => one.send('X-More: b\r\n'), 50);
    expect(statusesIn(await one.ended)).toEqual([408]);
    clearInterval(drip);
  });

  it('gets an error when its body does not arrive', async () => {
    const service = await serve((request, response) => void request.resume().once('end', () => response.end('hi')), {
      headersMsMax: 300,
      requestMsMax: 500,
      checkMs: 50,
    });
    const one = await wire(service, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n');
    const drip = setInterval(() => one.send('x'), 50);
    expect(statusesIn(await one.ended)).toEqual([408]);
    clearInterval(drip);
  });

  it('is cut off without a word when it never asks anything', async () => {
    const service = await serve(greet, { headersMsMax: 200, requestMsMax: 500, checkMs: 50 });
    expect(await (await wire(service)).ended).toBe('');
  });

  it('is cut off after its last answer when it asks nothing more', async () => {
    const service = await serve(greet, { keepAliveMs: 200 });
    expect(statusesIn(await (await wire(service, GET)).ended)).toEqual([200]);
  });

  it('is cut off when it does not take its answer, so that the memory comes back', async () => {
    const { opened, open: gone } = gate();
    const service = await serve(
      (_request, response) => {
        response.once('close', gone);
        response.end(Buffer.alloc(16 * 1024 * 1024));
      },
      { unreadMsMax: 100 },
    );
    const one = await openWire(service.port);
    open.push(one);
    one.socket.pause();
    one.send(GET);
    await opened;
  });

  it('gets a long answer whole as long as it takes of it', async () => {
    const parts = 20;
    const service = await serve(
      (_request, response) => {
        let sent = 0;
        const timer = setInterval(() => {
          response.write('x'.repeat(1_000));
          sent += 1;
          if (sent === parts) {
            clearInterval(timer);
            response.end();
          }
        }, 20);
      },
      { unreadMsMax: 100 },
    );
    const said = await (await wire(service, GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).ended;
    expect(said.match(/x{1000}/g)?.length).toBe(parts);
  });
});

describe('many requests and connections', () => {
  it('are worked on one after another on one connection, and all answered in order', async () => {
    const { opened, open: goOn } = gate();
    const begun: string[] = [];
    const answer: Handler = (request, response) => {
      begun.push(request.url ?? '');
      void opened.then(() => greet(request, response));
    };
    const service = await serve(answer, { requestsWaitingMax: 16 });
    const paths = Array.from({ length: 400 }, (_, n) => `/${n}`);
    const one = await wire(service, paths.map((path) => GET.replace('/', path)).join(''));
    const other = await wire(service, GET.replace('/', '/other'));
    await expect.poll(() => begun).toEqual(['/0', '/other']);
    goOn();
    await expect.poll(() => statusesIn(one.said()).length).toBe(400);
    await expect.poll(() => statusesIn(other.said())).toEqual([200]);
    one.send(GET);
    await expect.poll(() => begun.filter((path) => path !== '/other')).toEqual([...paths, '/']);
  });

  it('hold memory that is counted, and of which nothing more is read', async () => {
    const sockets: IncomingMessage['socket'][] = [];
    const stuck: Handler = (request) => void sockets.push(request.socket);
    const service = await serve(stuck, { requestsWaitingMax: 16, sweepMs: 20 });
    const long = GET.replace('\r\n\r\n', `\r\nX-One: ${'x'.repeat(8_000)}\r\n\r\n`);
    await wire(service, long.repeat(400));
    await expect.poll(() => service.load().waitingBytes).toBeGreaterThan(8 * 4_096);
    const begun = sockets.length;
    // What is read of others comes after what could be read of the first.
    for (let n = 1; n <= 5; n += 1) {
      await wire(service, GET);
      await expect.poll(() => sockets.length).toBe(begun + n);
    }
    expect(sockets[0]?.bytesRead).toBeLessThan(400_000);
    const narrow = await serve(stuck, { sweepMs: 20, networkWaitingBytesMax: 1024 * 1024 });
    expect(await (await wire(narrow, GET.repeat(1_000))).ended).toBe('');
  });

  it('are closed at once beyond the limit of connections, while those that are open are served', async () => {
    const service = await serve(greet, { connectionsMax: 2 });
    const [first, second] = [await wire(service), await wire(service)];
    const third = await openWire(service.port);
    expect(await third.ended).toBe('');
    first.send(GET);
    second.send(GET);
    await expect.poll(() => [...statusesIn(first.said()), ...statusesIn(second.said())]).toEqual([200, 200]);
  });
});
