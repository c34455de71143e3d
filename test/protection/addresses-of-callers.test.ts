import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { ADDRESS } from './roads.ts';

const methods = replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox')));

let test: TestDatabase;
let trap: Server;
let url: string;
let visits = 0;
/** Ports that this process connected to; 0 for what could not be reached. */
const reached = new Set<number>();

const watch = (message: unknown): void => {
  const { socket } = message as { socket: Socket };
  socket.once('connect', () => reached.add(socket.remotePort ?? 0));
  socket.once('error', () => reached.add(socket.remotePort ?? 0));
};

beforeAll(async () => {
  test = await openTestDatabase();
  trap = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/bait`;
});
afterAll(async () => {
  trap.close();
  await test.stop();
});

type Sent = readonly [path: string, init?: { readonly headers?: Record<string, string>; readonly body?: unknown }];

const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const tool = (name: string, args: object): object => rpc('tools/call', { name, arguments: args });

/** Every place of a request where a caller can put an address. */
function baits(bait: string): readonly Sent[] {
  const encoded = encodeURIComponent(bait);
  const payment = Buffer.from(
    JSON.stringify({
      x402Version: 2,
      resource: { url: bait },
      accepted: { payTo: bait, extra: { feePayer: bait } },
      payload: { transaction: bait },
    }),
  ).toString('base64');
  const message = (parts: object[], more: object = {}): object => ({
    message: { messageId: 'm', role: 'ROLE_USER', parts, ...more },
  });
  const push = { url: bait, token: 't' };
  const graphql = (query: string, variables: object = {}): Sent => ['/graphql', { body: { query, variables } }];
  const a2a = (method: string, params: object, version = '1.0'): Sent => [
    '/a2a',
    { headers: { 'a2a-version': version }, body: rpc(method, params) },
  ];
  return [
    [`/check/token/${encoded}`],
    [`/check/funder/${ADDRESS}?callback=${encoded}&url=${encoded}`],
    [
      `/check/funder/${ADDRESS}`,
      { headers: { 'payment-signature': payment, referer: bait, origin: bait, forwarded: `for=${bait}` } },
    ],
    [
      `/check/funder/${ADDRESS}`,
      { headers: { 'x-forwarded-host': new URL(bait).host, 'x-original-url': bait, link: `<${bait}>` } },
    ],
    ['/pay/prepare', { body: { payer: ADDRESS, resource: bait } }],
    ['/pay/prepare', { body: { payer: ADDRESS, resource: `${bait}/check/funder/${ADDRESS}` } }],
    ['/credits/prepare', { body: { payer: bait, amount_atomic: 5_000_000 } }],
    ['/credits/claim', { body: { signature: bait, ticket: bait, key: bait } }],
    graphql('query($a: Address!) { funderCheck(address: $a) { document } }', { a: bait }),
    graphql('mutation($r: String!) { preparePayment(input: { payer: "x", resource: $r }) { paymentHeaderName } }', {
      r: bait,
    }),
    ['/graphql', { body: { documentId: bait, extensions: { persistedQuery: { version: 1, sha256Hash: bait } } } }],
    [
      '/mcp',
      {
        body: rpc('initialize', {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'a', version: '1', websiteUrl: bait },
        }),
      },
    ],
    ['/mcp', { body: rpc('resources/read', { uri: bait }) }],
    ['/mcp', { body: rpc('resources/subscribe', { uri: bait }) }],
    [
      '/mcp',
      {
        body: rpc('completion/complete', {
          ref: { type: 'ref/resource', uri: bait },
          argument: { name: 'a', value: bait },
        }),
      },
    ],
    ['/mcp', { body: tool('check_token', { mint: bait }) }],
    [
      '/mcp',
      {
        body: { ...tool('check_funder', { address: ADDRESS }), _meta: { 'x402/payment': { resource: { url: bait } } } },
      },
    ],
    a2a('SendMessage', message([{ text: `check funder ${bait}` }, { url: bait, mediaType: 'application/json' }])),
    a2a('SendMessage', {
      ...message([{ data: { kind: 'funder', address: ADDRESS } }]),
      configuration: { taskPushNotificationConfig: push, pushNotificationConfig: push },
    }),
    a2a(
      'message/send',
      { message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'file', file: { uri: bait } }] } },
      '0.3',
    ),
    a2a('CreateTaskPushNotificationConfig', { taskId: 't', ...push }),
    a2a('tasks/pushNotificationConfig/set', { taskId: 't', pushNotificationConfig: push }, '0.3'),
  ];
}

async function send(
  origin: string,
  [path, { headers = {}, body } = {}]: Sent,
  more: Record<string, string>,
): Promise<number> {
  const response = await fetch(origin + path, {
    headers: { ...headers, ...more, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
}

/** Everything that is sent: each bait with a key and without. */
function sendings(apiKey: string): readonly { readonly sent: Sent; readonly more: Record<string, string> }[] {
  return baits(url).flatMap((sent) => [
    { sent, more: {} },
    { sent, more: { 'x-api-key': apiKey } },
  ]);
}

describe('an address that a caller names', () => {
  it('is never connected to, on any road, with a key and without', async () => {
    const apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
    await withApp(test, [methods], {}, async (app, rpcs) => {
      const service = portOf(app.url);
      const known = [service, ...rpcs.map((each) => portOf(each.url)), portOf(test.url)];
      subscribe('net.client.socket', watch);
      try {
        for (const { sent, more } of sendings(apiKey)) {
          expect(await send(app.url, sent, more), JSON.stringify(sent)).toBeLessThan(500);
        }
      } finally {
        unsubscribe('net.client.socket', watch);
      }
      expect(visits).toBe(0);
      expect([...reached].filter((port) => !known.includes(port))).toEqual([]);
      expect(reached.has(service)).toBe(true);
    });
  });
});

function portOf(address: string): number {
  return Number(new URL(address).port || 5432);
}
