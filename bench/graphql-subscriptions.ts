// What open subscriptions take of memory: many at once, over server-sent events and over sockets, each waiting for its check.
import { connect, type Socket } from 'node:net';
import type { GraphqlServer } from './graphql-process.ts';
import { report } from './report.ts';

/** How many are open at once. */
export const SUBSCRIPTIONS = 1_000;
const BATCH = 50;
const MIB = 1024 * 1024;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

async function memoryOf({ child }: GraphqlServer): Promise<Memory> {
  const told = new Promise<Memory>((resolve) => child.once('message', (message) => resolve(message as Memory)));
  child.send('memory');
  return await told;
}

const QUERY = `subscription($requests: [CheckRequest!]!) { checks(requests: $requests) { done total result {
  ... on Check { subject verdict document } ... on CheckFault { code } } } }`;

type Open = (url: URL, apiKey: string, request: object) => Promise<Socket>;

/** Resolves when the stream has begun. */
const openEvents: Open = (url, apiKey, request) => {
  const body = JSON.stringify({ query: QUERY, variables: { requests: [request] } });
  const head = `POST /graphql HTTP/1.1\r\nHost: a\r\nX-API-Key: ${apiKey}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(head + body));
    socket.once('data', (chunk) =>
      String(chunk).includes(' 200 ') ? resolve(socket) : reject(new Error(String(chunk))),
    );
    socket.once('error', reject);
  });
};

/** A masked frame of text, as clients send them. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? [0x81, 0x80 | payload.length]
      : [0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

/** Resolves when the operation was sent. */
const openSocket: Open = (url, apiKey, request) =>
  new Promise((resolve, reject) => {
    const head = `GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;
    const socket = connect(Number(url.port), url.hostname, () => socket.write(head));
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (text.startsWith('HTTP/1.1 101'))
        socket.write(frame(`{"type":"connection_init","payload":{"apiKey":"${apiKey}"}}`));
      else if (text.includes('connection_ack')) {
        const payload = { query: QUERY, variables: { requests: [request] } };
        socket.write(frame(JSON.stringify({ id: '1', type: 'subscribe', payload })), () => resolve(socket));
      } else if (!text.includes('"next"') && !text.includes('"complete"')) reject(new Error(text));
    });
    socket.once('error', reject);
  });

/** Prints the growth of the server's memory. Its checks of wallets wait until they are cut. */
export async function subscriptions(server: GraphqlServer, apiKey: string, subjects: readonly string[]): Promise<void> {
  const url = new URL(server.url);
  const left = subjects.values();
  const request = () => ({ kind: 'WALLET', subject: left.next().value });
  for (const [name, open] of [
    ['server-sent events', openEvents],
    ['sockets', openSocket],
  ] as const) {
    const warm = await open(url, apiKey, request());
    // The first loads what all need.
    warm.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = await memoryOf(server);
    const sockets: Socket[] = [];
    for (let n = 0; n < SUBSCRIPTIONS; n += BATCH) {
      const batch = Array.from({ length: BATCH }, () => open(url, apiKey, request()));
      sockets.push(...(await Promise.all(batch)));
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const after = await memoryOf(server);
    const [rss, heap] = [(after.rss - before.rss) / MIB, (after.heapUsed - before.heapUsed) / MIB];
    console.log(
      `${SUBSCRIPTIONS} open subscriptions over ${name}: ${rss.toFixed(0)} MiB of RSS, ${heap.toFixed(0)} MiB of heap more`,
    );
    report({
      what: `${SUBSCRIPTIONS} open subscriptions over ${name}, MiB of RSS`,
      budget: '1,000 subscriptions, MiB',
      ours: `${rss.toFixed(0)} MiB, heap ${heap.toFixed(0)}`,
      beside: null,
      ratios: [rss],
    });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
