import { formatPicoUsd } from 'assay-core/lib/money.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { auditIfDue } from '#ledger/audit/scheduled.ts';
import { freePort } from '#lib/process/free-port.ts';
import { startApp } from '../../src/app/app.ts';
import type { App } from '../../src/app/stopping.ts';
import { openTestDatabase, type TestDatabase, temporaryDataDir } from '../support/database.ts';

const TOKEN = 'collector-token-of-24-chars';
const USD_PER_CALL = 0.000005;

/** A line of the log, or a part of one. */
type Fields = Readonly<Record<string, unknown>>;

/** What calls cost at that price, as the log writes it. */
const dollarsOf = (calls: unknown) => formatPicoUsd(BigInt(Number(calls)) * 5_000_000n);

let database: TestDatabase;
let app: App;
let metricsUrl: string;
let apiKey: string;
let subjects: NonNullable<App['sandbox']>['subjects'];
/** The lines of the log. */
const logged: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  // The service has the books audited once it has run for a while.
  await auditIfDue(database.database.sql, 1);
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const settings = { PORT: '0', DATA_DIR: temporaryDataDir(), DATABASE_URL: database.url, DRAIN_MS: '0' };
  const config = readConfig({
    ...settings,
    METRICS_PORT: String(port),
    METRICS_TOKEN: TOKEN,
    RPC_USD_PER_MILLION_CALLS: '5',
  });
  app = await startApp(config, pino({ level: 'debug' }, { write: (line) => void logged.push(line) }));
  if (!app.sandbox) throw new Error('there is no sandbox');
  ({ apiKey, subjects } = app.sandbox);
});
afterAll(async () => {
  await app?.stop();
  await database?.stop();
});

const addressOf = (kind: string) => String(subjects.find((one) => one.kind === kind)?.address);

async function scrape(): Promise<string> {
  const response = await fetch(metricsUrl, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return await response.text();
}

/** The sum of all series of a metric whose labels hold these. Nothing of a metric that is there is 0; one that is not fails. */
function sumOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  expect(text).toMatch(new RegExp(`^# TYPE ${name.replace(/_(count|sum|bucket)$/, '')} `, 'm'));
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const fitting = lines.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  );
  return fitting.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The series that a caller could make: the rest grows with what the service does by itself. */
const seriesIn = (text: string) =>
  text.split('\n').filter((line) => /^assay_(http|refusals|checks?|charged|free|admission)_/.test(line));

/** How much each figure grew by what was done. */
async function grown(act: () => Promise<unknown>) {
  const before = await scrape();
  await act();
  const after = await scrape();
  return (name: string, labels: Readonly<Record<string, string>> = {}) =>
    sumOf(after, name, labels) - sumOf(before, name, labels);
}

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${app.listening}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('metrics', () => {
  it('count a check over REST with its kind, verdict, road and price', async () => {
    const growth = await grown(async () => {
      const answer = await fetch(`${app.listening}/check/token/${addressOf('token')}`, {
        headers: { 'X-API-Key': apiKey },
      });
      expect(answer.status).toBe(200);
      await answer.text();
    });
    expect(growth('assay_checks_total')).toBe(1);
    expect(growth('assay_checks_total', { kind: 'token', route: 'credit' })).toBe(1);
    expect(growth('assay_check_seconds_count', { kind: 'token', road: 'rest' })).toBe(1);
    expect(growth('assay_charged_usdc_total', { route: 'credit' })).toBeCloseTo(0.02);
    expect(growth('assay_http_requests_total', { route: '/check/token/{mint}', method: 'GET', status: '2xx' })).toBe(1);
    expect(growth('assay_sql_seconds_count', { statement: 'ledger.hold' })).toBe(1);
    expect(growth('assay_sql_seconds_count', { statement: 'ledger.post' })).toBe(1);
    expect(growth('assay_rpc_requests_total')).toBeGreaterThan(0);
    const calls = growth('assay_check_rpc_calls_total', { kind: 'token' });
    expect(growth('assay_check_rpc_calls_total', { method: 'getMultipleAccounts' })).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(growth('assay_rpc_calls_total'));
    expect(growth('assay_check_rpc_usd_total', { kind: 'token' })).toBeCloseTo(calls * USD_PER_CALL, 12);
    expect(growth('assay_refusals_total')).toBe(0);
  });

  it('count each check of a GraphQL operation, and the operation as one request', async () => {
    const requests = ['funder', 'trade'].map((kind) => ({
      [kind]: { [kind === 'trade' ? 'mint' : 'address']: addressOf(kind) },
    }));
    const query = 'query($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on Check { verdict } } }';
    const growth = await grown(async () => {
      const answer = await post('/graphql', { query, variables: { requests } }, { 'X-API-Key': apiKey });
      expect((await answer.json()).errors).toBeUndefined();
    });
    expect(growth('assay_checks_total')).toBe(2);
    for (const kind of ['funder', 'trade']) expect(growth('assay_check_rpc_calls_total', { kind })).toBeGreaterThan(0);
    expect(growth('assay_check_seconds_count', { road: 'graphql' })).toBe(2);
    const line = logged.map((one) => JSON.parse(one)).findLast(({ path }) => path === '/graphql');
    expect(line.rpc_by_check.map(({ kind, subject }: Fields) => [kind, subject])).toEqual(
      expect.arrayContaining(['funder', 'trade'].map((kind) => [kind, addressOf(kind)])),
    );
    expect(line.rpc_by_check.every(({ rpc_calls: calls, rpc_usd: usd }: Fields) => usd === dollarsOf(calls))).toBe(
      true,
    );
    expect(line.rpc_by_check.reduce((sum: number, one: Fields) => sum + Number(one.rpc_calls), 0)).toBe(line.rpc_calls);
    expect(growth('assay_http_requests_total', { route: '/graphql', status: '2xx' })).toBe(1);
  });

  it('count a free check over MCP on the free route', async () => {
    const params = { name: 'check_funder', arguments: { address: addressOf('funder') } };
    const growth = await grown(async () => {
      const answer = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      expect((await answer.json()).result.structuredContent.billing.route).toBe('free');
    });
    expect(growth('assay_checks_total', { kind: 'funder', route: 'free' })).toBe(1);
    expect(growth('assay_check_seconds_count', { road: 'mcp' })).toBe(1);
    expect(growth('assay_free_checks_total')).toBe(1);
    expect(growth('assay_charged_usdc_total')).toBe(0);
  });

  it('count refusals by code on every road, and no check for them', async () => {
    const path = `/check/token/${addressOf('token')}`;
    const growth = await grown(async () => {
      await (await fetch(`${app.listening}${path}`)).text();
      await (await fetch(`${app.listening}${path}`, { headers: { 'X-API-Key': 'assay_unknown' } })).text();
      await (await fetch(`${app.listening}/check/token/none`)).text();
      await (await fetch(`${app.listening}/nothing`)).text();
      const query = `{ tokenCheck(mint: "${addressOf('token')}") { verdict } }`;
      await (await post('/graphql', { query })).text();
      const params = { name: 'check_token', arguments: { mint: 'none' } };
      await (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).text();
    });
    expect(growth('assay_refusals_total', { code: 'payment_required' })).toBe(2);
    expect(growth('assay_refusals_total', { code: 'api_key_unknown' })).toBe(1);
    expect(growth('assay_refusals_total', { code: 'invalid_request' })).toBe(2);
    expect(growth('assay_refusals_total', { code: 'not_found' })).toBe(1);
    expect(growth('assay_http_requests_total', { route: 'unmatched', status: '4xx' })).toBe(1);
    expect(growth('assay_checks_total')).toBe(0);
  });

  it('get no new series from hundreds of odd requests', async () => {
    const odd = async (n: number) => {
      const paths = [`/odd-${n}`, `/check/token/odd${n}`, `/errors/odd_${n}`, `/web/odd-${n}.js`, `/check/kind${n}`];
      const method = n % 7 === 0 ? 'PUT' : 'GET';
      await (await fetch(`${app.listening}${paths[n % paths.length]}`, { method })).text();
    };
    for (let n = 0; n < 70; n += 1) await odd(n);
    const before = seriesIn(await scrape()).map((line) => line.replace(/ \S+$/, ''));
    for (const name of ['assay_http_requests_total', 'assay_refusals_total', 'assay_http_request_seconds_count']) {
      expect(
        before.some((series) => series.startsWith(`${name}{`)),
        name,
      ).toBe(true);
    }
    for (let n = 70; n < 350; n += 10) await Promise.all(Array.from({ length: 10 }, (_, m) => odd(n + m)));
    const after = seriesIn(await scrape()).map((line) => line.replace(/ \S+$/, ''));
    expect(after.sort()).toEqual(before.sort());
  });

  it('tell of the books, the caches, the build and the event loop', async () => {
    const text = await scrape();
    expect(text).toMatch(/^assay_holds_open 0$/m);
    expect(sumOf(text, 'assay_build_info', { version: '0.3.0-agent', node: process.versions.node })).toBe(1);
    expect(text).toMatch(/^assay_cache_misses_total\{cache="transactions"\} [1-9]/m);
    expect(text).toMatch(/^assay_nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(/^assay_rpc_calls_total\{endpoint="http:\/\/127\.0\.0\.1:\d+",method="get\w+"\} \d/m);
    expect(sumOf(text, 'assay_books_sound')).toBe(1);
    expect(text).not.toContain(apiKey);
  });
});

describe('the route of the metrics', () => {
  it('is shut to whoever has no token or another one', async () => {
    for (const headers of [{}, { authorization: 'Bearer other' }, { authorization: TOKEN }]) {
      const response = await fetch(metricsUrl, { headers });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"']);
      expect(await response.text()).not.toContain('assay_');
    }
  });

  it('is not where the public listens', async () => {
    const response = await fetch(`${app.listening}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.status).toBe(404);
    expect((await response.json()).detail).toMatch(/METRICS_PORT .* METRICS_TOKEN/);
  });
});

describe('the log', () => {
  it('holds a line for each request with its id and what the check came to, and never a key', async () => {
    const headers = { 'X-API-Key': apiKey, 'X-Request-Id': 'a-check-that-is-looked-for' };
    await (await fetch(`${app.listening}/check/wallet/${addressOf('wallet')}`, { headers })).text();
    await fetch(`${app.listening}/health`, { headers: { 'X-Request-Id': 'a-probe' } });
    const line = (id: string) => logged.find((one) => one.includes(`"${id}"`));
    await expect.poll(() => line('a-probe')).toBeDefined();
    expect(JSON.parse(String(line('a-check-that-is-looked-for')))).toMatchObject({
      level: 30,
      method: 'GET',
      status: 200,
      kind: 'wallet',
      verdict: expect.stringMatching(/^[A-Z]+$/),
      route: 'credit',
      charged_usdc: '0.10',
      rpc_calls: expect.any(Number),
      rpc_usd: expect.stringMatching(/^0\.00\d+$/),
      check_ms: expect.any(Number),
      account: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(JSON.parse(String(line('a-probe')))).toMatchObject({ level: 20, path: '/health' });
    expect(logged.filter((one) => one.includes(apiKey) || one.includes(TOKEN))).toEqual([]);
  });
});

describe('/status', () => {
  it('is a page for people and JSON for programs, without a word of any customer', async () => {
    const page = await fetch(`${app.listening}/status`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const asJson = await fetch(`${app.listening}/status`, { headers: { accept: 'application/json' } });
    const status = await asJson.json();
    expect(status).toMatchObject({
      version: '0.3.0-agent',
      counts_of: 'one process',
      ready: true,
      parts: { database: { ok: true }, rpc: { ok: true } },
      last_hour: { checks: status.since_start.checks },
    });
    const pace = status.since_start.latency.find(
      (one: { kind: string; road: string }) => one.kind === 'token' && one.road === 'rest',
    );
    expect(pace.checks).toBe(1);
    expect(pace.p50_ms).toBeGreaterThan(0);
    const text = JSON.stringify(status);
    for (const secret of [apiKey, addressOf('token'), addressOf('wallet')]) expect(text).not.toContain(secret);
    expect(await (await fetch(`${app.listening}/status.json`)).json()).toMatchObject({ service: 'Assay' });
  });
});
