import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '#lib/fault.ts';
import { Connections, usualConnectionLimits } from './connections.ts';
import { HEADER_BYTES_MAX, headFaultOf, rawFaultOf, refuseHead, refuseRaw } from './raw-refusals.ts';

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
  /** Its open connections, and the bytes that wait on them: unread answers, and requests that have not begun. */
  load(): Connections['load'];
  /** From now on each answer ends its connection, so that clients move elsewhere without a lost request. New ones are still accepted. */
  drain(): void;
  /** Stops accepting, waits up to `graceMs` milliseconds for requests in flight, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** Connections, and times in milliseconds. */
const usualLimits = {
  ...usualConnectionLimits,
  /** Beyond them, new connections are closed at once. */
  connectionsMax: 20_000,
  /** Time for the request line and headers, from the start of the connection or the end of the previous answer. */
  headersMsMax: 10_000,
  /** Time for the whole request. */
  requestMsMax: 30_000,
  /** How often these two times are checked. */
  checkMs: 5_000,
  /** Time for a connection without a request. */
  keepAliveMs: 65_000,
  /** A client that reads nothing of an answer is cut after one to two of these times. One that reads slowly may take as long as it needs. */
  unreadMsMax: 30_000,
};

/** The limits of a listener. */
export type ListenLimits = Readonly<typeof usualLimits>;

/** Turns of the event loop: one accepts a connection, the next reads from it; the first may have begun before. */
const TURNS_TO_SEE = 3;

/** Milliseconds for a request to begin while the service ends. */
const WITHOUT_REQUEST_MS_MAX = 1_000;

/** Answers every request. It never throws. */
export interface HttpHandler {
  (request: IncomingMessage, response: ServerResponse): void;
  /** The path at which a connection may become a socket. Any other request for it is answered as if it had not asked. */
  readonly socketPath?: string;
  /**
   * Takes a connection over as a socket. Returns what makes it go away as soon as nothing runs on it. Throws the fault for which it is
   * refused.
   */
  readonly upgrade?: (request: IncomingMessage, connection: Duplex, head: Buffer) => () => void;
}

/** Serves `handler` over HTTP. Rejects when the address cannot be bound. */
export async function listen(handler: HttpHandler, options: ListenOptions): Promise<Listening> {
  const { host, port, baseUrl, behindProxy } = options;
  const ofNetworks = behindProxy ? { networkWaitingBytesMax: usualLimits.allWaitingBytesMax } : {};
  const limits = { ...usualLimits, ...ofNetworks, ...options.limits };
  const connections = new Connections(limits);
  const server = serverOf(limits, handler.socketPath);
  server.on('connection', (socket) => connections.opened(socket));
  server.on('timeout', (socket) => connections.timedOut(socket));
  server.on('request', (request, response) => {
    connections.take(response, () => {
      const fault = headFaultOf(request);
      if (fault) refuseHead(response, fault, baseUrl);
      else handler(request, response);
    });
  });
  // A client with any other expectation than `100-continue` would wait for ever (RFC 9110, 10.1.1).
  server.on('checkExpectation', (_request, response) => {
    const fault = new Fault('bad_request', 'Of the header Expect only 100-continue is understood.', { status: 417 });
    connections.take(response, () => refuseHead(response, fault, baseUrl));
  });
  server.on('connect', (_request, socket) => {
    // Node does not watch the connection any more, so nothing on it could be finished.
    socket.on('error', () => socket.destroy());
    if (connections.isBusy(socket)) socket.destroy();
    else refuseRaw(socket, new Fault('bad_request', 'There is no tunnel here.'), baseUrl);
  });
  server.on('upgrade', (request, socket, head) => {
    // Node does not watch the connection any more.
    socket.on('error', () => socket.destroy());
    if (connections.isBusy(socket)) {
      socket.destroy();
      return;
    }
    try {
      const fault = headFaultOf(request);
      if (fault) throw fault;
      if (!handler.upgrade) throw new Fault('bad_request');
      connections.upgraded(request, handler.upgrade(request, socket, head));
    } catch (error) {
      refuseRaw(socket, error instanceof Fault ? error : new Fault('internal_error'), baseUrl);
    }
  });
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    // A connection without any request expects no answer.
    if (error.code === 'ECONNRESET' || ('bytesRead' in socket && socket.bytesRead === 0)) socket.destroy();
    else connections.refuseInOrder(socket, () => refuseRaw(socket, rawFaultOf(error.code), baseUrl));
  });
  await once(server.listen(port, host), 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the HTTP server has no port');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    port: bound.port,
    load: () => connections.load,
    drain: () => connections.drain(),
    close: (graceMs) => closeServer(server, connections, graceMs),
  };
}

function serverOf(limits: ListenLimits, socketPath: string | undefined): Server {
  /**
   * A request for another protocol, such as HTTP 2, is answered as any other; only a socket at its path takes the connection. Node asks the
   * request before it reads further.
   */
  class Request extends IncomingMessage {
    // No initial value: the class above sets it already.
    declare asks: boolean;
    get upgrade(): boolean {
      if (!this.asks || this.method === 'CONNECT') return this.asks;
      return this.headers.upgrade?.toLowerCase() === 'websocket' && this.url?.split('?', 1)[0] === socketPath;
    }
    set upgrade(asks: boolean) {
      this.asks = asks;
    }
  }
  const server = createServer({
    IncomingMessage: Request,
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: limits.headersMsMax,
    requestTimeout: limits.requestMsMax,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // This service refuses a request without the header itself, in the form of all other refusals.
    requireHostHeader: false,
  });
  return Object.assign(server, {
    maxConnections: limits.connectionsMax,
    // At the end of this time Node compares the waiting bytes with the earlier ones, and waits longer if some are gone.
    timeout: limits.unreadMsMax,
    // Header bytes are limited. Beyond a count Node would silently drop headers, such as the ones that proxies add at the end.
    maxHeadersCount: 0,
    // A sender that ends its side after a whole request (`nc -N`, some proxies) waits for the answer. This option has no type: without
    // it Node throws the answer away, with it the connection ends after the last answer.
    httpAllowHalfOpen: true,
  });
}

/**
 * The `close` of HTTP servers also cuts connections whose answer is not sent completely. So the one of plain servers stops accepting, and
 * this code closes idle connections.
 */
async function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  connections.drain();
  // Connections and requests that arrived before are accepted and read. Closing would cut them unseen.
  for (let turn = 0; turn < TURNS_TO_SEE; turn += 1) await nextTurn();
  const withoutRequest = setTimeout(() => connections.cut('without request'), WITHOUT_REQUEST_MS_MAX);
  const cut = setTimeout(() => connections.cut('all'), graceMs);
  const closed = once(server, 'close');
  NetServer.prototype.close.call(server);
  connections.end();
  await closed;
  clearTimeout(withoutRequest);
  clearTimeout(cut);
  // Without connections this only ends Node's timer for slow requests.
  server.close();
  connections.stop();
}
