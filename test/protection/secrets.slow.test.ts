import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { freePort } from '#lib/process/free-port.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, spawnProcess, startProcess } from '../support/service.ts';
import { ADDRESS, roads } from './roads.ts';

const methods = replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox')));

/** What nobody may ever read in a log or in an answer. Each is recognised wherever it stands. */
const SECRETS = {
  rpcUser: 'rpcuser0a9f8e7d6c',
  rpcPassword: 'rpcpass1b2c3d4e5f',
  rpcPath: 'rpcpath2f3e4d5c6b',
  rpcQuery: 'rpcquery3a4b5c6d7e',
  database: 'dbpass4d5e6f7a8b',
  facilitator: 'facil5c6d7e8f9a',
  metrics: 'metrics6e7f8a9b0c1d',
  tickets: 'tickets7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f',
  payment: 'payment8b9c0d1e2f',
  ticket: 'ticket9d0e1f2a3b',
  unknownKey: 'assay_unknown0f1a2b3c',
  keyInQuery: 'assay_query1a2b3c4d',
};

let test: TestDatabase;
let rpc: FaultyRpc;
let echo: Server;
let service: ServiceProcess;
let apiKey: string;
const answers: string[] = [];

/** A service that says in its failures all that it was sent. */
function serveEcho(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () =>
      response.writeHead(500).end(JSON.stringify({ url: request.url, headers: request.headers, body })),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function settings(): Record<string, string> {
  const { rpcUser, rpcPassword, rpcPath, rpcQuery } = SECRETS;
  const endpoint = new URL(rpc.url);
  endpoint.username = rpcUser;
  endpoint.password = rpcPassword;
  endpoint.pathname = `/${rpcPath}`;
  endpoint.search = `?api-key=${rpcQuery}`;
  const echoing = new URL(endpoint);
  echoing.port = String(portOf(echo));
  return {
    ...devnetSettings,
    LOG_LEVEL: 'trace',
    DATABASE_URL: test.url,
    SOLANA_RPC_URLS: `${endpoint.href},${echoing.href}`,
    SOLANA_SKIP_GENESIS_CHECK: '1',
    X402_FACILITATOR: `http://127.0.0.1:${portOf(echo)}/`,
    X402_FACILITATOR_HEADERS: JSON.stringify({ authorization: `Bearer ${SECRETS.facilitator}` }),
    METRICS_TOKEN: SECRETS.metrics,
    TICKET_SECRET: SECRETS.tickets,
    CHECK_TIME_MS_MAX: '2000',
  };
}

beforeAll(async () => {
  test = await openTestDatabase();
  rpc = await serveFaultyRpc(methods);
  echo = await serveEcho();
  apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
  service = await startProcess(settings());
});
afterAll(async () => {
  await service.end();
  echo.close();
  await rpc.close();
  await test.stop();
});

async function send(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<void> {
  const response = await fetch(service.url + path, {
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  answers.push(`${JSON.stringify([...response.headers])}\n${await response.text()}`);
}

/** All roads, with every kind of credential, and what goes wrong with them. */
async function sendAll(): Promise<void> {
  const payment = Buffer.from(JSON.stringify({ x402Version: 2, payload: { transaction: SECRETS.payment } })).toString(
    'base64',
  );
  const credentials: Record<string, string>[] = [
    { 'x-api-key': apiKey },
    { 'x-api-key': SECRETS.unknownKey },
    { 'payment-signature': payment },
    { 'x-payment': SECRETS.payment },
    { authorization: `Bearer ${SECRETS.unknownKey}` },
  ];
  for (const headers of credentials) {
    for (const road of roads) answers.push((await road.send(service.url, headers)).text);
    await send('/graphql', headers, { query: '{ nothing', variables: { key: SECRETS.unknownKey } });
    await send('/mcp', headers, '{');
    await send('/metrics', { ...headers, authorization: `Bearer ${SECRETS.metrics}` });
  }
  await send('/credits/claim', {}, { signature: '1'.repeat(64), ticket: SECRETS.ticket, key: SECRETS.unknownKey });
  await send(`/check/funder/${ADDRESS}?key=${SECRETS.keyInQuery}`, { 'x-api-key': apiKey });
  await send('/health');
  await send('/health/ready');
}

/** What of the secrets stands in a text, and in what a reader makes of it. */
function leaksIn(text: string): readonly string[] {
  const all = {
    ...SECRETS,
    apiKey,
    ownDatabase: new URL(test.url).password,
    payer: Buffer.from(SECRETS.payment).toString('base64').slice(0, 16),
  };
  return Object.entries(all).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

describe('secrets', () => {
  it('stand in no line of the log and in no answer, whatever is asked and whatever fails', async () => {
    await sendAll();
    rpc.fail(() => ({ kind: 'status', status: 500, body: JSON.stringify(SECRETS) }));
    await send(`/check/funder/${ADDRESS}`, { 'x-api-key': apiKey });
    rpc.fail(() => ({ kind: 'reset' }));
    await send(`/check/funder/${ADDRESS}`, { 'x-api-key': apiKey });
    rpc.fail(null);
    const asked = sendAll();
    await test.database
      .sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await asked;
    const printed = service.output();
    expect(printed).toContain('"msg":"request"');
    expect(leaksIn(printed)).toEqual([]);
    // A caller's own words may be told to that caller again: a query parameter, a bearer that is no key of ours.
    const foreign = answers.flatMap((answer) => leaksIn(answer)).filter((name) => name !== 'keyInQuery');
    expect([...new Set(foreign)]).toEqual([]);
  });

  it('are not printed by a start that fails because of them', async () => {
    const port = await freePort();
    const broken: Record<string, string>[] = [
      { DATABASE_URL: `postgres://assay:${SECRETS.database}@127.0.0.1:${port}/assay` },
      { DATABASE_URL: `nonsense://assay:${SECRETS.database}@nowhere` },
      { SOLANA_RPC_URLS: `ftp://${SECRETS.rpcUser}:${SECRETS.rpcPassword}@x/${SECRETS.rpcPath}?k=${SECRETS.rpcQuery}` },
      {
        SOLANA_RPC_URLS: `http://${SECRETS.rpcUser}:${SECRETS.rpcPassword}@127.0.0.1:${port}/${SECRETS.rpcPath}`,
        SOLANA_SKIP_GENESIS_CHECK: '0',
      },
      { X402_FACILITATOR_HEADERS: `{"authorization": "${SECRETS.facilitator}` },
      { METRICS_TOKEN: SECRETS.metrics.slice(0, 15) },
      { TICKET_SECRET: SECRETS.tickets.slice(0, 9) },
    ];
    for (const env of broken) {
      const failed = await spawnProcess({ ...settings(), ...env });
      const hung = setTimeout(() => failed.process.kill('SIGKILL'), hangMs(60_000));
      expect(await failed.exited, Object.keys(env).join()).toBeGreaterThan(0);
      clearTimeout(hung);
      expect(leaksIn(failed.output()), Object.keys(env).join()).toEqual([]);
      expect(failed.output(), Object.keys(env).join()).not.toContain(SECRETS.metrics.slice(0, 15));
      expect(failed.output(), Object.keys(env).join()).not.toContain(SECRETS.tickets.slice(0, 9));
    }
  });
});
