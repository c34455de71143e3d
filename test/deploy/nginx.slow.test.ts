import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from 'assay-sandbox/postgres/unprivileged.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientAddress } from '#http/client-address.ts';
import { type HttpHandler, type Listening, listen } from '#http/listen.ts';
import { freePort } from '#lib/process/free-port.ts';
import { faults } from '../../src/lib/fault-catalogue.ts';
import { BATCH, mixed, requestOf, STREAM, sumOf } from '../graphql/graphql-batches.ts';
import { openWire, statusesIn, type Wire } from '../protection/wire.ts';
import { gate } from '../rest/service.ts';
import { openEvents } from '../support/event-stream.ts';
import { ask, checkOf, type Market, openMarket, PRICE, pay } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { until } from '../support/until.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
if (!hasNginx)
  console.warn('nginx is not installed (Debian: apt-get install nginx): the shipped configuration is not run.');

const CLIENT_REQUESTS_MAX = 4;
const MIB = 1024 * 1024;

const directory = mkdtempSync(join(tmpdir(), 'assay-nginx-'));
// nginx runs as somebody else, as in the composition.
chmodSync(directory, 0o755);
const proxies: ChildProcess[] = [];
const wires: Wire[] = [];

/**
 * Starts nginx as it is shipped, but for its port, the service, times of a tenth, and how many requests of one client
 * it takes at a time. Resolves with the port.
 */
async function openProxy(upstream: string, listenFile = 'plain.conf'): Promise<number> {
  const folder = mkdtempSync(join(directory, 'proxy-'));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const shipped = readFileSync('deploy/nginx/nginx.conf', 'utf8');
  const conf = shipped
    .replace('server assay:8402;', `server ${new URL(upstream).host};`)
    .replace(/(_timeout \d+)s;/g, '$100ms;')
    .replace('clients 1000;', `clients ${CLIENT_REQUESTS_MAX};`);
  writeFileSync(join(folder, 'nginx.conf'), conf);
  const shippedListen = readFileSync(join('deploy/nginx', listenFile), 'utf8');
  const listening = shippedListen
    .replace('listen 8402', `listen 127.0.0.1:${port}`)
    .replaceAll('/keys/', `${directory}/`);
  writeFileSync(join(folder, 'listen.conf'), listening);
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    ...serverUser(),
    stdio: 'pipe',
  });
  proxies.push(child);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
  return port;
}

afterEach(() => {
  for (const { socket } of wires.splice(0)) socket.destroy();
});
afterAll(async () => {
  await Promise.all(
    proxies.map(async (child) => {
      const over = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill()) await over;
    }),
  );
  rmSync(directory, { recursive: true });
});

async function wire(port: number, text: string, from?: string): Promise<Wire> {
  const one = await openWire(port, from);
  wires.push(one);
  one.send(text);
  return one;
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const last = 'Connection: close\r\n';
const bodyOf = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4));

describe.skipIf(!hasNginx)('the proxy before a service', () => {
  let service: Listening;
  let port: number;
  let handler: HttpHandler;
  const begun: string[] = [];

  beforeAll(async () => {
    service = await listen(
      (request, response) => {
        begun.push(request.url ?? '');
        handler(request, response);
      },
      { host: '127.0.0.1', port: 0, baseUrl: 'http://a', behindProxy: true, limits: { sweepMs: 20 } },
    );
    port = await openProxy(service.url);
  });
  afterAll(() => service?.close(0));
  afterEach(() => void begun.splice(0));

  it('cuts clients that send nothing, half of their headers or half of their body, of whom the service learns nothing', async () => {
    handler = (_request, response) => void response.end('hi');
    const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf`;
    const crowd = await Promise.all(['', 'GET / HTTP/1.1\r\nHo', post].map((text) => wire(port, text)));
    const dripping = await wire(port, 'GET / HTTP/1.1\r\n');
    const drip = setInterval(() => dripping.send('X-More: b\r\n'), 50);
    expect(statusesIn(await (await wire(port, get('/other', last))).ended)).toEqual([200]);
    await Promise.all([...crowd, dripping].map(({ ended }) => ended));
    clearInterval(drip);
    expect(begun).toEqual(['/other']);
  });

  it('cuts a client that reads nothing of a long answer, and lets one read slowly', async () => {
    handler = (_request, response) => void response.end(Buffer.alloc(16 * MIB, 'x'));
    const silent = await openWire(port);
    wires.push(silent);
    silent.socket.pause();
    silent.send(get('/long'));
    await expect.poll(() => service.load().waitingBytes).toBeGreaterThan(MIB);
    const slow = await wire(port, get('/long', last));
    slow.socket.on('data', () => {
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), 10);
    });
    expect((await slow.ended).length).toBeGreaterThan(16 * MIB);
    await expect.poll(() => service.load().waitingBytes).toBe(0);
    expect(statusesIn(silent.said())).toEqual([]);
  });

  it('refuses requests of a client that has too many under way, and none of others', async () => {
    const { opened, open } = gate();
    handler = (_request, response) => void opened.then(() => response.end('hi'));
    const greedy = await Promise.all(Array.from({ length: CLIENT_REQUESTS_MAX }, () => wire(port, get('/held', last))));
    await expect.poll(() => begun.length).toBe(CLIENT_REQUESTS_MAX);
    const refused = await (await wire(port, get('/refused', last))).ended;
    expect([statusesIn(refused), bodyOf(refused).code]).toEqual([[429], 'too_many_requests']);
    expect(refused).toMatch(/\r\nretry-after: 1\r\n/i);
    const other = await wire(port, get('/other', last), '127.0.0.2');
    await expect.poll(() => begun.at(-1)).toBe('/other');
    open();
    const said = await Promise.all([...greedy, other].map(({ ended }) => ended));
    expect(said.flatMap(statusesIn)).toEqual(said.map(() => 200));
  });

  it('hands over what one connection asks one after another', async () => {
    handler = (_request, response) => void response.end('hi');
    const one = await wire(port, get('/').repeat(200));
    await expect.poll(() => statusesIn(one.said()).length).toBe(200);
    expect(service.load().waitingBytes).toBe(0);
  });

  it('adds the address that it sees, which is the one that the service counts by', async () => {
    handler = (request, response) =>
      void response.end(`${request.headers['x-forwarded-for']} ${clientAddress(request, 1)} ${request.headers.host}`);
    const said = await (await wire(port, get('/', `X-Forwarded-For: 192.0.2.1\r\n${last}`), '127.0.0.2')).ended;
    expect(said).toMatch(/192\.0\.2\.1, 127\.0\.0\.2 127\.0\.0\.2 a\b/);
  });

  it('hands out each event of a stream at once', async () => {
    const { opened, open } = gate();
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      response.write('event: next\ndata: 1\n\n');
      void opened.then(() => response.end('event: next\ndata: 2\n\n'));
    };
    const stream = await openEvents(`http://127.0.0.1:${port}/`, {});
    expect(await stream.next()).toEqual({ event: 'next', data: 1 });
    open();
    expect(await stream.rest()).toEqual([{ event: 'next', data: 2 }]);
  });

  it('tells the service of a client that leaves', async () => {
    const { opened, open: left } = gate();
    handler = ({ socket }) => void socket.once('end', left);
    const one = await wire(port, get('/'));
    await expect.poll(() => begun).toEqual(['/']);
    one.socket.destroy();
    await opened;
  });

  it('refuses in the form of the service: a body that is too large, and requests while the service is away', async () => {
    handler = (_request, response) => void response.end('hi');
    const head = `POST / HTTP/1.1\r\nHost: a\r\n${last}Content-Length: 200000\r\n\r\n`;
    const large = await (await wire(port, head + 'x'.repeat(200_000))).ended;
    const away = await (await wire(await openProxy(`http://127.0.0.1:${await freePort()}`), get('/', last))).ended;
    expect([statusesIn(large), statusesIn(away)]).toEqual([[413], [503]]);
    expect(away).toMatch(/\r\nretry-after: 2\r\n/i);
    const problems = [...readFileSync('deploy/nginx/nginx.conf', 'utf8').matchAll(/return \d+ '(.*)';/g)];
    expect([large, away].map((said) => bodyOf(said).code)).toEqual(['body_too_large', 'not_ready']);
    expect(problems.length).toBe(3);
    for (const [, text = ''] of problems) {
      const { code, ...problem } = JSON.parse(text);
      const { title, status, retryable, retryAction, retryAfterSeconds } = { ...faults[code as 'not_ready'] };
      expect(problem).toEqual({
        type: `/errors/${code}`,
        title,
        status,
        retryable,
        detail: expect.any(String),
        ...(retryable && { retry_action: retryAction, retry_after_seconds: retryAfterSeconds }),
      });
    }
  });
});

describe.skipIf(!hasNginx)('a service behind the proxy', () => {
  let market: Market;
  let service: Service;
  let url: string;

  beforeAll(async () => {
    market = await openMarket();
    service = await market.open({ TRUST_PROXY: '1' });
    url = `http://127.0.0.1:${await openProxy(service.url)}`;
  });
  afterAll(() => market?.stop());

  it('offers payments, takes them and gives receipts as it does without', async () => {
    const path = new URL(checkOf(service, market.subject('CEX_FUNDED'))).pathname;
    const [offered, direct] = [await ask(url + path), await ask(service.url + path)];
    expect([offered.status, offered.required.accepts]).toEqual([402, direct.required.accepts]);
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), offered);
    const seen = await market.watch();
    const paid = await ask(url + path, headers);
    expect([paid.status, paid.body.verdict, paid.receipt(2)?.success]).toEqual([200, 'CEX_FUNDED', true]);
    expect((await seen()).got).toBe(PRICE);
  });

  it('answers a batch of 100 checks in one piece and as events, and refuses larger bodies itself', async () => {
    const requests = mixed(100);
    const key = await market.key(sumOf(requests) * 2n);
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const padded = { query: BATCH.padEnd(90_000), variables: { requests: requests.map(requestOf) } };
    const send = async (body: object) => {
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    };
    const { status, body } = await send(padded);
    expect([status, body.data.checks.length]).toEqual([200, 100]);
    const { headers: streamed, rest } = await openEvents(
      `${url}/graphql`,
      { query: STREAM, variables: { requests: requests.map(requestOf) } },
      { 'x-api-key': key },
    );
    expect([streamed.get('content-type'), (await rest()).filter(({ event }) => event === 'next').length]).toEqual([
      'text/event-stream',
      100,
    ]);
    expect((await send({ query: BATCH.padEnd(101_000), variables: {} })).status).toBe(413);
  });

  it('answers over MCP', async () => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const [through, direct] = await Promise.all(
      [url, service.url].map(async (base) => {
        const answer = await fetch(`${base}/mcp`, { method: 'POST', headers, body: message });
        return [answer.status, await answer.text()];
      }),
    );
    expect(through).toEqual(direct);
    expect(through?.[0]).toBe(200);
  });

  it('is reached by TLS where it has a certificate', async () => {
    mkdirSync(join(directory, 'tls'));
    const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((name) => join(directory, 'tls', name));
    const parameters = ['-x509', '-newkey', 'ed25519', '-nodes', '-subj', '/CN=localhost', '-days', '1'];
    execFileSync('openssl', ['req', ...parameters, '-keyout', String(key), '-out', String(certificate)], {
      stdio: 'pipe',
    });
    chmodSync(String(key), 0o644);
    const options = {
      host: '127.0.0.1',
      port: await openProxy(service.url, 'tls.conf'),
      path: '/health',
      rejectUnauthorized: false,
    };
    const status = await new Promise((resolve, reject) => {
      request(options, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});
