import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openProcessorTime, type ProcessorTime, processorLimits } from '#http/limits/processor-time.ts';
import { Fault } from '#lib/fault.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { fakeMoney, moneyService } from '../rest/money.ts';
import { delivered, KEY, type Service, startService } from '../rest/service.ts';
import { routeSettings } from '../support/graphql-route.ts';
import { unreadChain } from '../support/inspection.ts';
import { ADDRESS } from './roads.ts';

const from = (address: string, more: Readonly<Record<string, string>> = {}) => ({
  'x-forwarded-for': address,
  ...more,
});

/** What a caller without a key can ask for, whatever it is answered. */
const paths: Readonly<Record<string, object | null>> = {
  '/': null,
  '/openapi.json': null,
  '/llms.txt': null,
  '/reason-codes': null,
  '/.well-known/agent-card.json': null,
  '/errors/rate_limited': null,
  '/graphql': { query: '{ __typename }' },
  '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  '/a2a': { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } },
  '/credits/prepare': { payer: ADDRESS, amount_atomic: 5_000_000 },
  '/credits/claim': { signature: '1'.repeat(64), ticket: 'x' },
  '/nothing-here': null,
};

describe('processor time without a key', () => {
  let service: Service;
  const clock = { ms: 0 };
  beforeAll(async () => {
    // Any request uses more than this limit.
    const limits = { ...processorLimits, rangeMs: 1e-9, sharedAheadMs: 1e9 };
    const knows = (key: string): boolean => key === KEY;
    service = await startService({
      trustProxyHops: 1,
      processorTime: openProcessorTime({ knows, limits, now: () => clock.ms }),
    });
  });
  // Without a customer nobody is refused.
  beforeEach(async () => {
    await (await send('/llms.txt', { 'x-api-key': KEY })).text();
  });
  afterAll(() => service.close(0));

  async function send(path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const body = paths[path];
    return await fetch(service.url + path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }

  it('is charged and then refused at every path, in the form of its protocol', async () => {
    for (const [index, path] of Object.keys(paths).entries()) {
      const caller = from(`198.51.100.${index}`);
      const first = await send(path, caller);
      await first.text();
      expect(first.status, path).not.toBe(429);
      const second = await send(path, caller);
      const text = await second.text();
      expect(second.status, path).toBe(429);
      expect(Number(second.headers.get('retry-after')), path).toBeGreaterThan(0);
      expect(second.headers.get('cache-control'), path).toContain('no-store');
      expect(text, path).toMatch(/"code":"rate_limited"/i);
      const body = JSON.parse(text);
      if (path === '/graphql') expect(body.errors[0].extensions.code).toBe('RATE_LIMITED');
      else if (path === '/mcp' || path === '/a2a') expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: {} });
      else expect(second.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  it('ends at one address for all paths, and nowhere else', async () => {
    const caller = from('203.0.113.1');
    await (await send('/llms.txt', caller)).text();
    for (const path of Object.keys(paths)) expect((await send(path, caller)).status, path).toBe(429);
    expect((await send('/llms.txt', from('203.0.113.2'))).status).toBe(200);
    clock.ms += 3_600_000;
    expect((await send('/llms.txt', caller)).status).toBe(200);
  });

  it('is not asked of a known key, of a price, of a preflight and of probes', async () => {
    const address = '203.0.113.3';
    await (await send('/llms.txt', from(address))).text();
    expect((await send('/llms.txt', from(address))).status).toBe(429);
    expect((await send(`/check/funder/${ADDRESS}`, from(address))).status).toBe(402);
    expect((await send('/health', from(address))).status).toBe(200);
    const preflight = await fetch(`${service.url}/graphql`, { method: 'OPTIONS', headers: from(address) });
    expect(preflight.status).toBe(204);
    expect((await send(`/check/funder/${ADDRESS}`, from(address, { 'x-api-key': KEY }))).status).toBe(200);
    expect((await send('/llms.txt', from(address, { 'x-api-key': KEY }))).status).toBe(200);
  });
});

describe('what is charged for a request', () => {
  /** What happened, in order, with the milliseconds of a charge and of the end. */
  type Event = readonly [name: 'charge' | 'waited' | 'end', ms: number, checks?: number];
  const watched = (events: Event[]): ProcessorTime => ({
    ...openProcessorTime({ knows: () => true }),
    charge: (_caller, ms) => void events.push(['charge', ms]),
    end: (_caller, ms, checks) => void events.push(['end', ms, checks]),
  });
  const endOf = async (events: readonly Event[]): Promise<Event> =>
    await vi.waitFor(() => events.find(([name]) => name === 'end') ?? Promise.reject(new Error('it goes on')));

  it.each([
    ['a charged check', { route: 'credit', charged_usdc: '0.05' }, 1],
    ['a call on a pass', { route: 'pass', charged_usdc: '0.00' }, 1],
    ['a free answer', { route: 'none', charged_usdc: '0.00' }, 0],
    ['a stored answer', { route: 'none', charged_usdc: '0.00', replayed: true }, 0],
    ['a stored answer of a payment', { route: 'x402', charged_usdc: '0.05', replayed: true }, 0],
  ] as const)('is given back for %s as it earned', async (_name, billing, earned) => {
    const events: Event[] = [];
    const answer = delivered();
    const service = await startService({
      processorTime: watched(events),
      run: async () => {
        const { kind, subject, verdict } = answer.document;
        const note = { kind: kind as 'funder', subject, verdict, route: billing.route, chargedAtomic: 0n };
        const replayed = 'replayed' in billing;
        service.runs.at(-1)?.caller.noted?.({ ...note, replayed, rpcCalls: new Map(), rpcPicoUsd: 0n, ms: 1 });
        return { ...answer, billing };
      },
    });
    await (await fetch(`${service.url}/check/funder/${ADDRESS}`, { headers: { 'x-api-key': KEY } })).text();
    const [, ms, checks] = await endOf(events);
    const charges = events.flatMap(([name, one]) => (name === 'charge' ? one : []));
    expect(checks).toBe(earned);
    expect(ms).toBeCloseTo(charges.reduce((sum, one) => sum + one));
    await service.close(0);
  });

  it.each([
    ['an account', '{ account { entries { edges { cursor } } } }'],
    ['past checks', '{ account { checks { edges { node { document } } } } }'],
    ['a bill that is refused', `{ funderCheck(address: "${ADDRESS}") { verdict } }`],
  ])('is what follows a wait for the database as well: %s', async (_name, query) => {
    const events: Event[] = [];
    const waits = async (): Promise<void> => {
      await nextTurn();
      events.push(['waited', 0]);
    };
    const { accounts, ...others } = moneyService(fakeMoney(KEY), routeSettings);
    const slow = new Proxy(accounts, {
      get:
        (_target, name: keyof typeof accounts) =>
        async (...given: [never, never]) => {
          const found = await accounts[name](...given);
          await waits();
          return found;
        },
    });
    const serve = async (): Promise<never> => {
      await waits();
      throw new Fault('insufficient_balance');
    };
    const checks = openCheckService({
      billing: { serve, finish: () => undefined },
      chain: unreadChain(),
      answers: serve,
    });
    const log = { info: () => undefined, error: () => undefined };
    const money = { ...others, accounts: slow };
    const service = await startService({
      processorTime: watched(events),
      graphql: graphqlHandler({ service: checks, money, settings: routeSettings, log }),
    });
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    await (await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })).text();
    await endOf(events);
    const names = events.map(([name]) => name);
    expect(names).toContain('waited');
    expect(names.slice(names.lastIndexOf('waited'))).toContain('charge');
    await service.close(0);
  });
});

describe('processor time that is used up before a body has come', () => {
  it('refuses the body, because any number of heads may come before it', async () => {
    let isUsedUp = false;
    const roomy = openProcessorTime({ knows: () => false });
    const processorTime = { ...roomy, waitMs: () => (isUsedUp ? 1_000 : 0) };
    const service = await startService({ trustProxyHops: 1, processorTime });
    for (const path of ['/graphql', '/mcp', '/a2a', '/credits/prepare']) {
      isUsedUp = false;
      const headers = { 'content-type': 'application/json' };
      const head = request(`${service.url}${path}`, { method: 'POST', agent: false, headers });
      const answered = once(head, 'response');
      head.flushHeaders();
      const [socket] = await once(head, 'socket');
      await once(socket, 'connect');
      // A head that was sent before is read before.
      for (let n = 0; n < 3; n += 1) await (await fetch(`${service.url}/health`)).text();
      isUsedUp = true;
      head.end(JSON.stringify(paths[path]));
      const [response] = await answered;
      expect([response.statusCode, response.headers['retry-after']], path).toEqual([429, '1']);
      response.resume();
    }
    await service.close(0);
  });
});

describe('a socket whose caller used up its processor time', () => {
  it.each([
    ['ping', (socket: WebSocket) => socket.ping()],
    ['pong', (socket: WebSocket) => socket.pong()],
    ['message', (socket: WebSocket) => socket.send('{"type":"ping"}')],
  ])('is closed at its next %s', async (_, send) => {
    let isUsedUp = false;
    const processorTime = { ...openProcessorTime({ knows: () => false }), waitMs: () => (isUsedUp ? 1_000 : 0) };
    const service = await startService({ processorTime });
    const socket = new WebSocket(`${service.url.replace('http:', 'ws:')}/graphql`, 'graphql-transport-ws');
    const closed = once(socket, 'close');
    await once(socket, 'open');
    isUsedUp = true;
    send(socket);
    expect((await closed)[0]).toBe(4_429);
    await service.close(0);
  });
});

it('is used for one message of a socket in each turn of the event loop, so that others are answered between', async () => {
  let turn = 0;
  const turns: number[] = [];
  const waitMs = (): number => {
    turns.push(turn);
    return 0;
  };
  const service = await startService({ processorTime: { ...openProcessorTime({ knows: () => false }), waitMs } });
  const socket = new WebSocket(`${service.url.replace('http:', 'ws:')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  let answers = 0;
  socket.on('message', () => {
    answers += 1;
  });
  turns.length = 0;
  for (let n = 0; n < 30; n += 1) socket.send('{"type":"ping"}');
  for (; answers < 30; turn += 1) await nextTurn();
  // Bytes are counted once as they come, and each message once more.
  const most = Math.max(...turns.map((one) => turns.filter((other) => other === one).length));
  expect([turns.length >= 30, most <= 3]).toEqual([true, true]);
  socket.terminate();
  await service.close(0);
});

describe('a flood of documents whose answers are large', () => {
  /** More than the service can answer within the limits, by a hundred times. */
  const REQUESTS_MAX = 5_000;

  it('is refused in the end, and a customer and a new payer beside it are served', async () => {
    // Use fades with this clock. One that stands measures the same on a machine that others slow down.
    const processorTime = openProcessorTime({ knows: (key) => key === KEY, now: () => 0 });
    const service = await startService({ trustProxyHops: 1, processorTime });
    const statusAt = async (path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${service.url}${path}`, { headers })).status;
    expect(await statusAt('/llms.txt', from('203.0.113.1', { 'x-api-key': KEY }))).toBe(200);
    const flooder = from('198.51.100.1', { 'content-type': 'application/json' });
    let refused: Response | null = null;
    for (let n = 0; n < REQUESTS_MAX && refused === null; n += 1) {
      const query = getIntrospectionQuery().replace('__schema', `a${n}: __schema`);
      const body = JSON.stringify({ query });
      const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers: flooder, body });
      await answer.text();
      expect(await statusAt('/llms.txt', from('203.0.113.1', { 'x-api-key': KEY }))).toBe(200);
      if (answer.status === 429) refused = answer;
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusAt('/llms.txt', from('198.51.100.1', { 'x-api-key': KEY }))).toBe(200);
    expect(await statusAt(`/check/funder/${ADDRESS}`, flooder)).toBe(402);
    await service.close(0);
  });
});
