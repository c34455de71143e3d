import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Fault } from '#lib/fault.ts';
import type { HttpHandler } from './http.ts';
import { problemOf } from './rest/problem.ts';

/** Where to listen. Port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** For the `type` of refusals that happen before a request exists. */
  readonly baseUrl: string;
}

export interface Listening {
  /** The address that was bound, as an origin. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets what is under way finish for up to `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** A payment travels in a header of about four kilobytes, and an address of ten kilobytes shall be told that it is none. */
const HEADER_BYTES_MAX = 32 * 1024;
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 30_000;
const KEEP_ALIVE_MS = 65_000;

/** Serves `handler` over HTTP. Rejects when the address cannot be bound. */
export async function listen(handler: HttpHandler, options: ListenOptions): Promise<Listening> {
  const underWay = new Set<ServerResponse>();
  let closing = false;
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, (request, response) => {
    underWay.add(response);
    if (closing) response.setHeader('connection', 'close');
    response.once('close', () => {
      underWay.delete(response);
      if (closing) server.closeIdleConnections();
    });
    handler(request, response);
  });
  server.headersTimeout = HEADERS_MS_MAX;
  server.requestTimeout = REQUEST_MS_MAX;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', (error, socket) => refuseRaw(error, socket, options.baseUrl));
  const port = await bind(server, options);
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    close: (graceMs) => {
      closing = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
      return closeServer(server, graceMs);
    },
  };
}

function bind(server: Server, { host, port }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('the HTTP server has no port'));
      else resolve(bound.port);
    });
  });
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** What the parser of HTTP itself refused never becomes a request, so the answer is written by hand. */
function refuseRaw(error: Error & { code?: string }, socket: Duplex, baseUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const large = error.code === 'HPE_HEADER_OVERFLOW';
  const message = large ? `The request line and headers are larger than ${HEADER_BYTES_MAX} bytes.` : undefined;
  const fault = new Fault('bad_request', message, large ? { status: 431 } : {});
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(fault, baseUrl, requestId));
  const head = [
    `HTTP/1.1 ${fault.status} ${large ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'access-control-allow-origin: *',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
