import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProcessorTime, processorLimits } from '#http/limits/processor-time.ts';
import { openLedger } from '#ledger/ledger.ts';
import { readWorld } from '#sandbox/replay/folder.ts';
import { replayMethods } from '#sandbox/replay/methods.ts';
import { KEY, type Service, startService } from '../rest/service.ts';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { ADDRESS } from './roads.ts';

const methods = replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox')));
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

describe('a flood of documents whose answers are large', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase();
  });
  afterAll(() => test.stop());

  /** More than the service can answer within the limits, by a hundred times. */
  const REQUESTS_MAX = 5_000;

  it('is refused in the end, and a customer and a new payer beside it are served', async () => {
    const apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
    await withApp(test, [methods], { TRUST_PROXY: '1' }, async ({ url }) => {
      const balance = async (address: string): Promise<number> =>
        (await fetch(`${url}/credits/balance`, { headers: from(address, { 'x-api-key': apiKey }) })).status;
      expect(await balance('203.0.113.1')).toBe(200);
      const flooder = from('198.51.100.1', { 'content-type': 'application/json' });
      let refused: Response | null = null;
      for (let n = 0; n < REQUESTS_MAX && refused === null; n += 1) {
        const query = getIntrospectionQuery().replace('__schema', `a${n}: __schema`);
        const answer = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: flooder,
          body: JSON.stringify({ query }),
        });
        await answer.text();
        await balance('203.0.113.1');
        if (answer.status === 429) refused = answer;
      }
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await balance('198.51.100.1')).toBe(200);
      expect((await fetch(`${url}/check/funder/${ADDRESS}`, { headers: flooder })).status).toBe(402);
    });
  });
});
