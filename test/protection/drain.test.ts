import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '#http/listen.ts';
import { type Listening, listen } from '#http/listen.ts';
import { gate } from '../rest/service.ts';
import { openWire, statusesIn } from './wire.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** What a request that has not begun counts for. */
const REQUEST_BYTES = 4 * 1024;
const open: Listening[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

async function serve(handler: HttpHandler): Promise<Listening> {
  const listening = await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: 'http://a' });
  open.push(listening);
  return listening;
}

/** How often a client was answered by the first service and by the other. */
type Answered = [number, number];

/** A client that keeps its connections and goes to the other service once it is told that this one ends. */
async function client(first: Listening, other: Listening, stop: AbortSignal, answered: Answered): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let leaving = false;
  while (!stop.aborted) {
    const { port } = leaving ? other : first;
    const closing = await new Promise<boolean>((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent }, (response) => {
        response.resume().once('end', () => resolve(response.headers.connection === 'close'));
      })
        .once('error', reject)
        .end();
    });
    answered[leaving ? 1 : 0] += 1;
    leaving ||= closing;
  }
  agent.destroy();
}

describe('draining', () => {
  it('loses no request of clients that keep their connections and go elsewhere when they are asked to', async () => {
    const slow: HttpHandler = (_request, response) => void pause(Math.random() * 5).then(() => response.end('hi'));
    const [old, young] = [await serve(slow), await serve(slow)];
    const stop = new AbortController();
    const answered = Array.from({ length: 20 }, (): Answered => [0, 0]);
    const clients = Promise.all(answered.map((one) => client(old, young, stop.signal, one)));
    await expect.poll(() => answered.every(([before]) => before > 3)).toBe(true);
    old.drain();
    await expect.poll(() => old.load().connections).toBe(0);
    await old.close(60_000);
    await expect.poll(() => answered.every(([, after]) => after > 3)).toBe(true);
    stop.abort();
    await clients;
  });

  it('ends with the last connection, and accepts new ones until then', async () => {
    const { opened, open: goOn } = gate();
    const service = await serve((_request, response) => void opened.then(() => response.end('hi')));
    const early = await openWire(service.port);
    early.send(GET);
    service.drain();
    const late = await openWire(service.port);
    late.send(GET);
    goOn();
    for (const one of [early, late]) {
      const said = await one.ended;
      expect(statusesIn(said)).toEqual([200]);
      expect(said.toLowerCase()).toContain('connection: close');
    }
    expect(service.load().connections).toBe(0);
  });

  it('leaves a connection that asks nothing open, which is closed at the end', async () => {
    const service = await serve((_request, response) => void response.end('hi'));
    const idle = await openWire(service.port);
    idle.send(GET);
    await expect.poll(() => statusesIn(idle.said())).toEqual([200]);
    service.drain();
    expect(idle.socket.destroyed).toBe(false);
    await service.close(60_000);
    await idle.ended;
  });

  it('answers what had arrived at its end and was not read yet', async () => {
    const service = await serve((_request, response) => void response.end('hi'));
    const idle = await openWire(service.port);
    idle.send(GET);
    await expect.poll(() => statusesIn(idle.said())).toEqual([200]);
    service.drain();
    idle.send(GET);
    await service.close(60_000);
    expect(statusesIn(await idle.ended)).toEqual([200, 200]);
  });

  it.each(['drain', 'close'] as const)(
    'answers what was pipelined before its %s, and says so in the last',
    async (how) => {
      const { opened, open: goOn } = gate();
      let begun = 0;
      const service = await serve((_request, response) => {
        begun += 1;
        void opened.then(() => response.end('hi'));
      });
      const wire = await openWire(service.port);
      wire.send(GET.repeat(3));
      const waitingRequests = () => service.load().waitingBytes / REQUEST_BYTES;
      await expect.poll(waitingRequests).toBe(2);
      if (how === 'drain') {
        service.drain();
        wire.send(GET.repeat(2));
        await expect.poll(waitingRequests).toBe(4);
      }
      const closed = how === 'close' && service.close(60_000);
      expect(begun).toBe(1);
      goOn();
      const said = await wire.ended;
      expect(statusesIn(said)).toHaveLength(how === 'drain' ? 5 : 3);
      expect(said.toLowerCase().split('connection: close')).toHaveLength(2);
      expect(said.toLowerCase().split('http/1.1 ').at(-1)).toContain('connection: close');
      await closed;
    },
  );

  it('works nothing that comes behind an answer which ended the connection', async () => {
    let begun = 0;
    const service = await serve((_request, response) => {
      begun += 1;
      response.end('hi');
    });
    const wire = await openWire(service.port);
    wire.send(`GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n${GET}`);
    expect(statusesIn(await wire.ended)).toEqual([417]);
    expect(begun).toBe(0);
  });

  it('lets a client take the whole of an answer that was ready, while others are answered', async () => {
    const long = 'x'.repeat(16 * 1024 * 1024);
    const { opened, open: goOn } = gate();
    const service = await serve((request, response) => {
      if (request.url === '/long') response.end(long);
      else void opened.then(() => response.end('hi'));
    });
    const [slow, other] = [await openWire(service.port), await openWire(service.port)];
    slow.socket.pause();
    slow.send('GET /long HTTP/1.1\r\nHost: a\r\n\r\n');
    other.send(GET);
    await expect.poll(() => service.load().waitingBytes).toBeGreaterThan(0);
    const closed = service.close(60_000);
    await pause(50);
    goOn();
    expect(statusesIn(await other.ended)).toEqual([200]);
    await pause(50);
    slow.socket.resume();
    expect((await slow.ended).length).toBeGreaterThan(long.length);
    await closed;
  });

  it('does not wait for connections on which nothing was asked, or not to its end', async () => {
    const service = await serve((_request, response) => void response.end('hi'));
    const [silent, halfway] = [await openWire(service.port), await openWire(service.port)];
    halfway.send(GET.slice(0, -2));
    await expect.poll(() => service.load().connections).toBe(2);
    await service.close(60_000);
    for (const one of [silent, halfway]) expect(await one.ended).toBe('');
  });

  it('is over at once where nobody is connected', async () => {
    const service = await serve((_request, response) => void response.end('hi'));
    service.drain();
    await service.close(60_000);
  });
});
