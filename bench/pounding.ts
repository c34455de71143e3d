// A load generator that costs less than any server it measures: one fixed request on kept-alive connections, answers
// told apart by their length alone. A full client would take the larger part of two cores and hide what differs.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What is asked for, and how the first line of every answer must begin. */
export interface Pounding {
  readonly url: string;
  /** One for all connections, or one for each in turn. */
  readonly path: string | readonly string[];
  readonly status: number;
  readonly connections: number;
  readonly ms: number;
  /** A header line for each connection, in turn. */
  readonly headers?: readonly string[];
}

/** Answers a second over `ms` milliseconds. Rejects on any other status, and on a connection that ends. */
export async function pound(pounding: Pounding): Promise<number> {
  const { url, status, connections, ms } = pounding;
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const until = startedAt + ms;
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, n) =>
      keepAsking(Number(port), hostname, { request: requestOf(pounding, n), status, until }),
    ),
  );
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - startedAt);
}

function requestOf({ url, path, headers = [] }: Pounding, connection: number): Buffer {
  const header = headers[connection % headers.length];
  const asked = typeof path === 'string' ? path : path[connection % path.length];
  const line = header === undefined ? '' : `${header}\r\n`;
  return Buffer.from(`GET ${asked} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${line}\r\n`);
}

/**
 * Asks `perSecond` times a second at random moments, whether answers before are there or not. The milliseconds from when each request
 * was due to its whole answer, the shortest first. Requests wait for a connection where all are in use, and that counts.
 */
export async function arrivals(pounding: Pounding, perSecond: number): Promise<readonly number[]> {
  const { url, status, connections, ms } = pounding;
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const due: number[] = [];
  const free: ((dueAt: number) => void)[] = [];
  const serve = (): void => {
    while (due.length > 0 && free.length > 0) free.pop()?.(due.shift() ?? 0);
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, async (_, n) => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      await once(socket, 'connect');
      const request = requestOf(pounding, n);
      const ask = (dueAt: number): void => {
        socket.write(request);
        void answerOn(socket, status).then(() => {
          latencies.push(performance.now() - dueAt);
          free.push(ask);
          serve();
        });
      };
      free.push(ask);
      return socket;
    }),
  );
  const until = performance.now() + ms;
  let asked = 0;
  for (let at = performance.now(); at < until; at += (-Math.log(1 - Math.random()) * 1_000) / perSecond) {
    while (performance.now() < at) await pause(1);
    due.push(at);
    asked += 1;
    serve();
  }
  while (latencies.length < asked) await pause(1);
  for (const socket of sockets) socket.destroy();
  return latencies.sort((one, other) => one - other);
}

function answerOn(socket: Socket, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const take = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      socket.off('data', take);
      if (received.startsWith(`HTTP/1.1 ${status} `)) resolve();
      else reject(new Error(`${status} expected: ${received.slice(0, 200)}`));
    };
    socket.on('data', take);
  });
}

interface Asking {
  readonly request: Buffer;
  readonly status: number;
  readonly until: number;
}

function keepAsking(port: number, host: string, { request, status, until }: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(request));
    socket.setNoDelay(true);
    let answers = 0;
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      if (!received.startsWith(`HTTP/1.1 ${status} `)) {
        socket.destroy(new Error(`${status} expected: ${received.slice(0, 200)}`));
        return;
      }
      received = '';
      answers += 1;
      if (performance.now() < until) socket.write(request);
      else socket.end(() => resolve(answers));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection')));
  });
}

const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/** True once the one answer that is under way has come to its end. */
function isWhole(received: string): boolean {
  const head = received.indexOf(END_OF_HEAD);
  const length = head < 0 ? null : LENGTH.exec(received);
  return length !== null && received.length >= head + END_OF_HEAD.length + Number(length[1]);
}
