import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openService, type Service } from '../support/service.ts';
import { ADDRESS, type Road, roads, type Said, stopClock } from './roads.ts';

const methods = replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox')));
const LIMITS = { RATE_LIMIT_PER_KEY: '4', RATE_LIMIT_PER_ADDRESS: '6', TRUST_PROXY: '1' };

let test: TestDatabase;
let ledger: Ledger;
let hosts = 0;
let rpc: FaultyRpc;
const services: Service[] = [];
/** Two replicas. */
let url: string;
let otherUrl: string;

beforeAll(async () => {
  [test, rpc] = await Promise.all([openTestDatabase(), serveFaultyRpc(methods)]);
  await stopClock(test);
  ledger = openLedger(test.database);
  [url, otherUrl] = await Promise.all([open(LIMITS), open(LIMITS)]);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.end()));
  await rpc.close();
  await test.stop();
});

/** Opens a replica; its origin. */
async function open(env: Readonly<Record<string, string>>): Promise<string> {
  const settings = { ...devnetSettings, DATABASE_URL: test.url, SOLANA_RPC_URLS: rpc.url, ...env };
  const service = await openService(settings);
  services.push(service);
  return service.url;
}

/** The headers of a caller at an address that nobody had before. */
function stranger(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  hosts += 1;
  return { 'x-forwarded-for': `198.51.100.${hosts}`, ...more };
}

async function newKey(): Promise<string> {
  return String((await ledger.grant(5_000_000n)).apiKey);
}

async function sendTimes(times: number, send: () => Promise<Said>): Promise<readonly (string | null)[]> {
  const codes: (string | null)[] = [];
  for (let n = 0; n < times; n += 1) codes.push((await send()).code);
  return codes;
}

const refusals = (codes: readonly (string | null)[]): number => codes.filter((code) => code === 'rate_limited').length;

describe('the rate limit', () => {
  it('bounds what comes from an address without a known key, on every road in its own words', async () => {
    for (const road of roads) {
      const headers = stranger({ 'x-api-key': 'assay_invented' });
      expect(refusals(await sendTimes(6, () => road.send(url, headers))), road.name).toBe(0);
      expectRefused(road, await road.send(url, headers), 6);
    }
  });

  it('counts all roads of a caller together, and callers apart', async () => {
    const headers = stranger({ 'x-api-key': 'assay_invented' });
    for (const road of roads.slice(0, 6)) expect((await road.send(url, headers)).code).not.toBe('rate_limited');
    for (const road of roads) expect((await road.send(url, headers)).code, road.name).toBe('rate_limited');
    const other = stranger({ 'x-api-key': 'assay_invented' });
    for (const road of roads.slice(0, 6)) expect((await road.send(url, other)).code).not.toBe('rate_limited');
  });

  it('counts a key that the books know by itself, wherever it comes from', async () => {
    const key = await newKey();
    const balance = road('the balance');
    expect((await balance.send(url, stranger({ 'x-api-key': key }))).status).toBe(200);
    const codes = await sendTimes(5, () => balance.send(url, stranger({ 'x-api-key': key })));
    expect(codes).toEqual([null, null, null, null, 'rate_limited']);
  });

  it('counts who invents a key for each request by address', async () => {
    const from = stranger();
    let invented = 0;
    const codes = await sendTimes(9, () => {
      invented += 1;
      return road('the balance').send(url, { ...from, 'x-api-key': `assay_${invented}` });
    });
    expect(codes.slice(0, 6)).toEqual(new Array(6).fill('api_key_unknown'));
    expect(codes.slice(6)).toEqual(new Array(3).fill('rate_limited'));
  });

  it('counts an IPv6 caller by its /64', async () => {
    let host = 0;
    const codes = await sendTimes(8, () => {
      host += 1;
      return road('the balance').send(url, { 'x-forwarded-for': `2001:db8:1:2::${host}`, 'x-api-key': 'assay_x' });
    });
    expect(refusals(codes)).toBe(2);
  });

  it('is one over all replicas', async () => {
    const headers = stranger({ 'x-api-key': 'assay_invented' });
    const send = road('the balance');
    const codes = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await send.send(n % 2 ? url : otherUrl, headers)).code),
    );
    expect(codes.filter((code) => code !== 'rate_limited')).toHaveLength(6);
  });

  it('leaves documents, health and the unpaid 402 alone, and takes nothing for them', async () => {
    const headers = stranger();
    const free = ['/', '/health', '/openapi.json', '/llms.txt', '/check', `/check/funder/${ADDRESS}`, '/graphql'];
    for (let round = 0; round < 2; round += 1) {
      for (const path of free) {
        const response = await fetch(url + path, { headers: { ...headers, accept: 'text/html, */*' } });
        await response.text();
        expect([200, 402], path).toContain(response.status);
      }
    }
    expect((await road('the balance').send(url, headers)).code).not.toBe('rate_limited');
  });

  it('does not charge what it refuses, and works nothing', async () => {
    const key = await newKey();
    const headers = stranger({ 'x-api-key': key });
    const check = road('a check');
    expect((await check.send(url, headers)).status).toBe(200);
    for (let n = 0; n < 4; n += 1) await check.send(url, headers);
    const before = await ledger.statement(key);
    expectRefused(check, await check.send(url, headers), 4);
    expect(await ledger.statement(key)).toEqual(before);
  });

  it('is not spoken of where it is off', async () => {
    const origin = await open({ ...LIMITS, RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ADDRESS: '0' });
    const headers = stranger({ 'x-api-key': 'assay_invented' });
    for (let n = 0; n < 8; n += 1) {
      const said = await road('the balance').send(origin, headers);
      expect([said.code, said.headers.get('ratelimit-policy')]).toEqual(['api_key_unknown', null]);
    }
  });

  it('tells its policy and what is left beside the other one', async () => {
    const { headers } = await road('a check').send(url, stranger({ 'x-api-key': await newKey() }));
    expect(headers.get('ratelimit-policy')).toBe('"checks";q=1000;qu="concurrent-requests", "requests";q=6;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=5;t=\d+, "checks";r=999$/);
  });
});

function road(name: string): Road {
  const found = roads.find((each) => each.name === name);
  if (!found) throw new Error(`no road is ${name}`);
  return found;
}

/** MCP and A2A answer a call that was understood with 200, and say in the answer what became of it. */
function expectRefused({ name }: Road, { status, code, headers }: Said, max: number): void {
  expect([code, status], name).toEqual(['rate_limited', name === 'MCP' || name === 'A2A' ? 200 : 429]);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds, name).toBeGreaterThanOrEqual(1);
  expect(seconds, name).toBeLessThanOrEqual(60);
  expect(headers.get('ratelimit-policy'), name).toContain(`"requests";q=${max};w=60`);
  expect(headers.get('ratelimit'), name).toContain(`"requests";r=0;t=${seconds}`);
}
