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

/** Long enough for the refusal to be read. */
const LINGER_MS = 2_000;

/** A request line may name the whole address (RFC 9112, 3.2.2). */
const GRAPHQL = /^(?:https?:\/\/[^/?#]*)?\/graphql/i;

/** Where to listen. Port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** For the `type` of refusals that happen before a request exists. */
  readonly baseUrl: string;
  /** Whether a proxy of ours stands before it, so that connections from one address are those of many. */
  readonly behindProxy?: boolean;
  /** Other limits than the usual. */
  readonly limits?: Partial<ListenLimits>;
}

export interface Listening {
  /** The address that was bound, as an origin. */
  readonly url: string;
  readonly port: number;
  /** What its connections hold at the moment. */
  load(): ConnectionLoad;
  /**
   * Goes on accepting and answering for up to `ms` while every answer ends its connection, so that whoever still sends
   * requests here goes elsewhere without losing one. Resolves early when no connection is left. Call `close` then.
   */
  drain(ms: number): Promise<void>;
  /** Stops accepting, lets what is under way finish for up to `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** What the open connections of a listener hold. */
interface ConnectionLoad {
  readonly connections: number;
  /** Bytes of answers that clients have not taken yet, and of requests that wait behind them. */
  readonly waitingBytes: number;
}

/** The limits of a listener: connections, and times in milliseconds. */
export interface ListenLimits extends ConnectionLimits {
  /** Beyond them, new connections are closed at once. */
  readonly connectionsMax: number;
  /** For the request line and headers, counted from the connection's or the previous answer's end. */
  readonly headersMsMax: number;
  /** For the whole request. */
  readonly requestMsMax: number;
  /** For a connection without a request under way. */
  readonly keepAliveMs: number;
  /** How often the times of requests are looked at. */
  readonly lookMs: number;
}

const MIB = 1024 * 1024;

/** Bytes of answers that may wait for their takers. */
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

/** One accepts a connection, the next reads from it; the first may have begun before. */
const TURNS_TO_SEE = 3;

/** A service that ends gives a request so long to have begun. */
const UNASKED_MS_MAX = 1_000;

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
    // Node hears nothing of the connection any more: what is under way there could not be finished.
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
    // What lacks one is refused by us, in the form of every other refusal.
    requireHostHeader: false,
  });
  // Their bytes are bounded. Node would drop those beyond a count without a word, and with them what proxies add at the end.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connectionsMax;
  server.headersTimeout = limits.headersMsMax;
  server.requestTimeout = limits.requestMsMax;
  server.keepAliveTimeout = limits.keepAliveMs;
  return server;
}

/** A connection on which nothing was ever asked expects no answer. */
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

/** Resolves when the process has seen what arrived before: a connection, the request on it. Closing would cut them unseen. */
async function seenArrived(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_SEE; turn += 1) await nextTurn();
}

/**
 * Node's own `close` also cuts connections whose answer is not sent completely. So Node only stops accepting, and this code closes
 * idle connections.
 */
function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const withoutRequest = setTimeout(() => connections.endWithoutRequest(), UNASKED_MS_MAX);
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

/** Why a request is refused for its head alone, before anything of it is believed; null where it is not. */
function headFaultOf(request: IncomingMessage): Fault | null {
  if (!isFramed(request)) return new Fault('bad_request');
  const hosts = hostsOf(request);
  if (hosts > 1) return new Fault('bad_request', 'The header Host stands there twice.');
  // Only the newer version demands it, and whoever still speaks the older one may not know it (RFC 9112, 3.2).
  if (hosts === 0 && request.httpVersion !== '1.0') return new Fault('bad_request', 'The header Host is missing.');
  return null;
}

/** The refusal, while answers wait for want of takers, of what is free and can be answered with most. Whoever pays is served. */
function largeForFree(request: IncomingMessage): Fault | null {
  if (!GRAPHQL.test(request.url ?? '') || hasCredential(request)) return null;
  return new Fault('overloaded', 'Too many answers wait for clients that do not take them. Nothing was charged.');
}

/** Of two names somebody on the way may have believed the other one (RFC 9112, 3.2). */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let names = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n];
    if (name?.length === 4 && name.toLowerCase() === 'host') names += 1;
  }
  return names;
}

/** The parser hands over a request whose transfer coding it does not know, and complains only afterwards: it must not have begun. */
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

/** Writes the refusal of what never became a request, by hand, and ends the connection. */
function refuseRaw(socket: Duplex, fault: Fault, baseUrl: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { body, headers } = written(fault, baseUrl);
  const dated = { date: new Date().toUTCString(), ...headers };
  const lines = Object.entries(dated).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  // Who goes on sending and never reads would keep the connection half open for as long as he likes.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Refuses a request of which nobody shall look at more than its head, and ends the connection. */
function refuseHead(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const { body, headers } = written(fault, baseUrl);
  // One by one, or nobody could ask the response afterwards whether it ends its connection.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(fault.status).end(body);
}

/** A client that waits for something else than leave to send its body would wait for ever (RFC 9110, 10.1.1). */
function expectationFault(): Fault {
  return new Fault('bad_request', 'Of the header Expect only 100-continue is understood.', { status: 417 });
}

/** CONNECT asks for a tunnel through the service. */
function tunnelFault(): Fault {
  return new Fault('bad_request', 'There is no tunnel here.');
}

/** Why the parser of HTTP refused: headers that are too large, a request that took too long, or anything else. */
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
