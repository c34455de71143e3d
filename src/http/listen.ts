import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { type ConnectionLimits, Connections } from './connections/connections.ts';
import { headFaultOf, largeForFree } from './head.ts';
import { expectationFault, rawFaultOf, refuseHead, refuseRaw, tunnelFault } from './raw-refusal.ts';

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
  held(): Held;
  /**
   * Goes on accepting and answering for up to `ms` while every answer ends its connection, so that whoever still sends
   * requests here goes elsewhere without losing one. Resolves early when no connection is left. Call `close` then.
   */
  drain(ms: number): Promise<void>;
  /** Stops accepting, lets what is under way finish for up to `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** What the open connections of a listener hold. */
interface Held {
  readonly connections: number;
  /** Bytes of answers that clients have not taken yet, and of requests that wait behind them. */
  readonly waitingBytes: number;
}

/** What a client may take of the listener: connections, and time in milliseconds. */
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
  weighMs: 250,
};

/** A payment travels in a header of about four kilobytes, and an address of ten kilobytes shall be told that it is none. */
const HEADER_BYTES_MAX = 32 * 1024;

/** One accepts a connection, the next reads from it; the first may have begun before. */
const TURNS_TO_SEE = 3;

/** A service that ends gives a request so long to have begun. */
const UNASKED_MS_MAX = 1_000;

/** Answers every request; nothing that it is given makes it throw. */
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
    held: () => ({ connections: connections.size, waitingBytes: connections.waitingBytes }),
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
 * Node's own way to close takes a connection for idle once its answer was handed over, however much of it waits to be taken,
 * and cuts it. So it is told to accept no more, and what is idle is known by us.
 */
function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const unasked = setTimeout(() => connections.endUnasked(), UNASKED_MS_MAX);
    const cut = setTimeout(() => connections.cut(), graceMs);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(unasked);
      clearTimeout(cut);
      // Without connections this ends Node's looks for slow requests and nothing else.
      server.close();
      resolve();
    });
    connections.ending();
  });
}
