import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Fault } from '#lib/fault.ts';
import { hasCredential } from './caller.ts';
import { type ConnectionLimits, Connections } from './connections/connections.ts';
import { headersOfEveryAnswer } from './every-answer.ts';
import { problemOf, retryAfterOf } from './problems/problem.ts';

/** Milliseconds for the client to read a refusal. */
const LINGER_MS = 2_000;

/** A request line may contain the whole URL (RFC 9112, 3.2.2). */
const GRAPHQL = /^(?:https?:\/\/[^/?#]*)?\/graphql/i;

/** Where to listen. Port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The origin for the `type` of refusals before a request exists. */
  readonly baseUrl: string;
  /** Whether a trusted proxy stands in front, so that connections from one address belong to many callers. */
  readonly behindProxy?: boolean;
  /** Limits that differ from the default. */
  readonly limits?: Partial<ListenLimits>;
}

export interface Listening {
  /** The address that was bound, as an origin. */
  readonly url: string;
  readonly port: number;
  /** The present load of its connections. */
  load(): ConnectionLoad;
  /**
   * Accepts and answers for up to `ms` milliseconds, and ends each connection with its answer, so that clients move elsewhere
   * without a lost request. Resolves early when no connection is left. Call `close` afterwards.
   */
  drain(ms: number): Promise<void>;
  /** Stops accepting, waits up to `graceMs` milliseconds for requests in flight, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** The load of a listener's open connections. */
interface ConnectionLoad {
  readonly connections: number;
  /** Bytes of answers that clients have not read, and of requests behind them. */
  readonly waitingBytes: number;
}

/** The limits of a listener: connections, and times in milliseconds. */
export interface ListenLimits extends ConnectionLimits {
  /** Beyond them, new connections are closed at once. */
  readonly connectionsMax: number;
  /** Time for the request line and headers, from the start of the connection or the end of the previous answer. */
  readonly headersMsMax: number;
  /** Time for the whole request. */
  readonly requestMsMax: number;
  /** Time for a connection without a request. */
  readonly keepAliveMs: number;
  /** Interval at which request times are checked. */
  readonly lookMs: number;
}

const MIB = 1024 * 1024;

/** Bytes of unread answers. */
const WAITING_BYTES_MAX = Math.min(256 * MIB, getHeapStatistics().heap_size_limit / 8);

const usualLimits: ListenLimits = {
  connectionsMax: 20_000,
  headersMsMax: 10_000,
  requestMsMax: 30_000,
  keepAliveMs: 65_000,
  lookMs: 5_000,
  requestsAtOnceMax: 128,
  workedAtOnceMax: 8,
  waitingBytesMax: MIB,
  allWaitingBytesMax: WAITING_BYTES_MAX,
  networkWaitingBytesMax: WAITING_BYTES_MAX / 4,
  untakenMsMax: 30_000,
  untakenMsMaxWhenShort: 2_000,
  sweepMs: 250,
};

/** A payment header has about 4 kB. An address of 10 kB must still get an answer about itself. */
const HEADER_BYTES_MAX = 32 * 1024;

/** Turns of the event loop: one accepts a connection, the next reads from it; the first may have begun before. */
const TURNS_TO_SEE = 3;

/** Milliseconds for a request to begin while the service ends. */
const WITHOUT_REQUEST_MS_MAX = 1_000;

/**
 * A sender that ends its side after a whole request (`nc -N`, some proxies) waits for the answer. Node's own option has no type: without
 * it the answer is thrown away, with it the connection ends after the last answer.
 */
const HALF_OPEN = { httpAllowHalfOpen: true };

/** Answers every request. It never throws. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves `handler` over HTTP. Rejects when the address cannot be bound. */
export async function listen(handler: HttpHandler, options: ListenOptions): Promise<Listening> {
  const ofNetworks = options.behindProxy ? { networkWaitingBytesMax: usualLimits.allWaitingBytesMax } : {};
  const limits = { ...usualLimits, ...ofNetworks, ...options.limits };
  const connections = new Connections(limits);
  const server = serverOf(limits);
  server.on('request', (request, response) => {
    connections.take(request, response, () => {
      const fault = headFaultOf(request) ?? (connections.isShort ? largeForFree(request) : null);
      if (fault) refuseHead(response, fault, options.baseUrl);
      else handler(request, response);
    });
  });
  server.on('checkExpectation', (request, response) => {
    connections.take(request, response, () => refuseHead(response, expectationFault(), options.baseUrl));
  });
  server.on('connection', (socket) => connections.opened(socket));
  server.on('connect', (_request, socket) => {
    // Node does not watch the connection any more, so nothing on it could be finished.
    socket.on('error', () => socket.destroy());
    if (connections.isBusy(socket)) socket.destroy();
    else refuseRaw(socket, tunnelFault(), options.baseUrl);
  });
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || isSilent(socket)) {
      socket.destroy();
      return;
    }
    connections.refuseInTurn(socket, () => {
      refuseRaw(socket, rawFaultOf(error.code, HEADER_BYTES_MAX), options.baseUrl);
    });
  });
  const port = await bind(server, options);
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    load: () => ({ connections: connections.size, waitingBytes: connections.waitingBytes }),
    drain: async (ms) => {
      connections.closing();
      await connections.emptied(ms);
    },
    close: async (graceMs) => {
      await seenArrived();
      await closeServer(server, connections, graceMs);
      connections.stop();
    },
  };
}

function serverOf(limits: ListenLimits): Server {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    connectionsCheckingInterval: limits.lookMs,
    // This service refuses a request without the header itself, in the form of all other refusals.
    requireHostHeader: false,
  });
  // Header bytes are limited. Beyond a count Node would silently drop headers, such as those that proxies add at the end.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connectionsMax;
  server.headersTimeout = limits.headersMsMax;
  server.requestTimeout = limits.requestMsMax;
  server.keepAliveTimeout = limits.keepAliveMs;
  return Object.assign(server, HALF_OPEN);
}

/** True for a connection without any request, which expects no answer. */
function isSilent(socket: object): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
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

/** Resolves when connections and requests that arrived before are accepted and read. Closing would cut them unseen. */
async function seenArrived(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_SEE; turn += 1) await nextTurn();
}

/**
 * Node's own `close` also cuts connections whose answer is not sent completely. So Node only stops accepting, and this code closes
 * idle connections.
 */
function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const withoutRequest = setTimeout(() => connections.endWithoutRequest(), WITHOUT_REQUEST_MS_MAX);
    const cut = setTimeout(() => connections.cut(), graceMs);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(withoutRequest);
      clearTimeout(cut);
      // Without connections this only ends Node's timer for slow requests.
      server.close();
      resolve();
    });
    connections.ending();
  });
}

/** Why a request is refused for its headers alone; null where it is not. */
function headFaultOf(request: IncomingMessage): Fault | null {
  if (!isFramed(request)) return new Fault('bad_request');
  const hosts = hostsOf(request);
  if (hosts > 1) return new Fault('bad_request', 'The header Host stands there twice.');
  // HTTP 1.1 requires the header; a 1.0 client may not know it (RFC 9112, 3.2).
  if (hosts === 0 && request.httpVersion !== '1.0') return new Fault('bad_request', 'The header Host is missing.');
  return null;
}

/** Refuses free requests with large answers while many answers are unread. Paid requests are served. */
function largeForFree(request: IncomingMessage): Fault | null {
  if (!GRAPHQL.test(request.url ?? '') || hasCredential(request)) return null;
  return new Fault('overloaded', 'Too many answers wait for clients that do not take them. Nothing was charged.');
}

/** With two Host headers a proxy may have used the other one (RFC 9112, 3.2). */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let names = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') names += 1;
  }
  return names;
}

/** The parser emits a request with an unknown transfer coding before its error, so the request must not begin. */
function isFramed({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked';
}

interface Written {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

function written(fault: Fault, baseUrl: string): Written {
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(fault, baseUrl, requestId));
  const retryAfterSeconds = retryAfterOf(fault);
  const headers = {
    ...headersOfEveryAnswer(baseUrl),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    connection: 'close',
  };
  return { body, headers };
}

/** Writes a refusal where no request was parsed, and ends the connection. */
function refuseRaw(socket: Duplex, fault: Fault, baseUrl: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { body, headers } = written(fault, baseUrl);
  const dated = { date: new Date().toUTCString(), ...headers };
  const lines = Object.entries(dated).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  // A client that sends on and never reads would keep the connection half open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Refuses a request by its headers alone, and ends the connection. */
function refuseHead(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const { body, headers } = written(fault, baseUrl);
  // Headers are set one by one, so that the response knows whether it ends its connection.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(fault.status).end(body);
}

/** A client with any other expectation than `100-continue` would wait for ever (RFC 9110, 10.1.1). */
function expectationFault(): Fault {
  return new Fault('bad_request', 'Of the header Expect only 100-continue is understood.', { status: 417 });
}

/** CONNECT asks for a tunnel through the service. */
function tunnelFault(): Fault {
  return new Fault('bad_request', 'There is no tunnel here.');
}

/** The fault of a parser error: headers too large, a request that took too long, or anything else. */
function rawFaultOf(code: string | undefined, headerBytesMax: number): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request line and headers are larger than ${headerBytesMax} bytes.`;
    return new Fault('bad_request', message, { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Fault('bad_request', 'The request did not arrive in time.', { status: 408 });
  }
  return new Fault('bad_request');
}
