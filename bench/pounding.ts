// A load generator that costs less than any server it measures: one fixed request on kept-alive connections, answers
// told apart by their length alone. A full client would take the larger part of two cores and hide what differs.
import { connect } from 'node:net';

/** What is asked for, and how the first line of every answer must begin. */
export interface Pounding {
  readonly url: string;
  readonly path: string;
  readonly status: number;
  readonly connections: number;
  readonly ms: number;
  /** A header line for each connection, in turn. */
  readonly headers?: readonly string[];
}

/** Answers a second over `ms` milliseconds. Rejects on any other status, and on a connection that ends. */
export async function pound({ url, path, status, connections, ms, headers = [] }: Pounding): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const requestOf = (connection: number): Buffer => {
    const header = headers[connection % headers.length];
    return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${header === undefined ? '' : `${header}\r\n`}\r\n`);
  };
  const startedAt = performance.now();
  const until = startedAt + ms;
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, n) =>
      keepAsking(Number(port), hostname, { request: requestOf(n), status, until }),
    ),
  );
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - startedAt);
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
