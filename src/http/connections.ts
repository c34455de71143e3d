import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import { networkGroup } from '#lib/network-group.ts';
import { clientAddress } from './client-address.ts';

/** Memory counts as short when this share of the bytes that may wait does wait. */
const SHORT_SHARE = 0.5;

/** The memory of a request that has not begun, about. */
const REQUEST_BYTES = 4 * 1024;

/** Bytes on all connections together. */
const WAITING_BYTES_MAX = Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/** Limits of connections, in bytes of unread answers and of requests that have not begun. Times are in milliseconds. */
export const usualConnectionLimits = {
  /** While more requests wait on a connection, nothing is read from it. */
  requestsWaitingMax: 128,
  allWaitingBytesMax: WAITING_BYTES_MAX,
  /** Bytes on the connections from one address, IPv6 by /64. */
  networkWaitingBytesMax: WAITING_BYTES_MAX / 4,
  /** A client that reads nothing of an answer while memory is short is cut after one to two of these times. */
  unreadMsMaxWhenShort: 2_000,
  /** The time between two sweeps. */
  sweepMs: 250,
};

/** A request, or the refusal of bytes that are none. */
interface Queued {
  readonly response?: ServerResponse;
  readonly begin: () => void;
}

interface Connection {
  readonly socket: Socket;
  /** The caller's network (`networkGroup`); empty before the first request. */
  network: string;
  /** The unanswered requests: the first is running, the others wait. */
  readonly queue: Queued[];
  /** The bytes that were read when the last request was answered. */
  bytesRead: number;
  /** The answer that says `connection: close`, because the service ends. */
  last: ServerResponse | null;
  /** Makes a socket go away as soon as nothing runs on it; null for a connection of requests. */
  leave: (() => void) | null;
}

/**
 * The open connections of a server. Requests of one connection are worked on one after another, so a client that sends many and reads no
 * answer makes the service hold one answer and a few requests that have not begun.
 */
export class Connections {
  readonly #limits: typeof usualConnectionLimits;
  readonly #open = new Map<Duplex, Connection>();
  readonly #sweeps: NodeJS.Timeout;
  #waitingBytes = 0;
  #isDraining = false;
  #isEnding = false;

  constructor(limits: typeof usualConnectionLimits) {
    this.#limits = limits;
    this.#sweeps = setInterval(() => this.#sweep(), limits.sweepMs).unref();
  }

  /** How many are open, and the bytes that waited on them at the last sweep. */
  get load(): { readonly connections: number; readonly waitingBytes: number } {
    return { connections: this.#open.size, waitingBytes: this.#waitingBytes };
  }

  opened(socket: Socket): void {
    const connection: Connection = { socket, network: '', queue: [], bytesRead: -1, last: null, leave: null };
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      connection.queue.length = 0;
    });
  }

  /** From now on the connection is a socket, whose unread bytes count as those of answers. */
  upgraded(request: IncomingMessage, leave: () => void): void {
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    connection.network ||= networkGroup(clientAddress(request, 0));
    connection.leave = leave;
    if (this.#isDraining) leave();
  }

  /** Calls `begin` when all requests that came before on the same connection are answered. */
  take(response: ServerResponse, begin: () => void): void {
    const connection = this.#open.get(response.req.socket);
    if (!connection) return;
    const { socket, queue } = connection;
    connection.network ||= networkGroup(clientAddress(response.req, 0));
    queue.push({ response, begin });
    if (this.#isDraining) announceEnd(connection);
    if (queue.length === 1) this.#begin(connection);
    // Node reads on after each request that it parsed. A pause lasts only after the last of them.
    else if (queue.length > this.#limits.requestsWaitingMax) queueMicrotask(() => void socket.pause());
  }

  /** Refuses bytes that are no request, after the answers to the requests before them, whose sender would else mistake it for one. */
  refuseInOrder(socket: Duplex, refuse: () => void): void {
    const queue = this.#open.get(socket)?.queue ?? [];
    const last = queue.at(-1)?.response;
    // A refusal at this point belongs to this request.
    if (last && !last.req.complete && !last.headersSent) queue.pop();
    if (queue.length === 0) refuse();
    else queue.push({ begin: refuse });
  }

  /** Whether a request of the connection is not answered yet. */
  isBusy(socket: Duplex): boolean {
    return (this.#open.get(socket)?.queue.length ?? 0) > 0;
  }

  /** Ends a connection on which nothing moved in time. A request that is worked on may take longer, unless its answer is not read. */
  timedOut(socket: Socket): void {
    if (!this.isBusy(socket) || socket.writableLength > 0) socket.destroy();
  }

  /** From now on the last answer of each connection says that the connection ends, where its headers are not sent yet. */
  drain(): void {
    this.#isDraining = true;
    for (const connection of this.#open.values()) {
      announceEnd(connection);
      connection.leave?.();
    }
  }

  /** From now on a connection ends as soon as all its requests are answered. */
  end(): void {
    this.#isEnding = true;
    for (const connection of this.#open.values()) endIdle(connection);
  }

  /** Destroys connections: all, or only the ones without a complete request in progress. */
  cut(which: 'all' | 'without request'): void {
    for (const [socket, { leave }] of this.#open) {
      if (which === 'all' || (leave === null && !this.isBusy(socket))) socket.destroy();
    }
  }

  stop(): void {
    clearInterval(this.#sweeps);
  }

  #begin(connection: Connection): void {
    const { socket, queue } = connection;
    const [next] = queue;
    // Nothing comes after an answer that ended its connection (RFC 9112, 9.6).
    if (!next || !socket.writable) return;
    next.response?.once('close', () => {
      queue.shift();
      if (queue.length === this.#limits.requestsWaitingMax) socket.resume();
      // In a later turn of the event loop: otherwise all requests of this connection would be answered before those of others.
      if (queue.length > 0) setImmediate(() => this.#begin(connection));
      else connection.bytesRead = socket.bytesRead;
      if (this.#isEnding) endIdle(connection);
    });
    next.begin();
  }

  /** Cuts the connections that hold most beyond the limit, first those of one network, so that no network exhausts the memory of others. */
  #sweep(): void {
    const networks = new Map<string, Holder[]>();
    for (const { socket, network, queue } of this.#open.values()) {
      const bytes = socket.writableLength + Math.max(0, queue.length - 1) * REQUEST_BYTES;
      if (bytes === 0) continue;
      const holders = networks.get(network);
      if (holders) holders.push({ socket, bytes });
      else networks.set(network, [{ socket, bytes }]);
    }
    const { networkWaitingBytesMax, allWaitingBytesMax, unreadMsMaxWhenShort } = this.#limits;
    const left = cutHeaviest(
      [...networks.values()].flatMap((holders) => cutHeaviest(holders, networkWaitingBytesMax)),
      allWaitingBytesMax,
    );
    this.#waitingBytes = left.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#waitingBytes <= allWaitingBytesMax * SHORT_SHARE) return;
    for (const { socket } of left)
      if (socket.writableLength > 0 && socket.timeout !== unreadMsMaxWhenShort) socket.setTimeout(unreadMsMaxWhenShort);
  }
}

/** A connection with bytes that wait. */
interface Holder {
  readonly socket: Socket;
  readonly bytes: number;
}

/** If more than `bytesMax` wait together, destroys the connections that hold most. Returns the others. */
function cutHeaviest(holders: readonly Holder[], bytesMax: number): readonly Holder[] {
  let kept = 0;
  return holders
    .toSorted((a, b) => a.bytes - b.bytes)
    .filter(({ socket, bytes }) => {
      kept += bytes;
      if (kept > bytesMax) socket.destroy();
      return kept <= bytesMax;
    });
}

/** Says in the last answer that is not sent, and in none before it, that the connection ends. */
function announceEnd(connection: Connection): void {
  const last = connection.queue.at(-1)?.response;
  if (!last || last.headersSent) return;
  if (connection.last && !connection.last.headersSent) connection.last.removeHeader('connection');
  connection.last = last;
  last.setHeader('connection', 'close');
}

/** Destroys a connection whose requests are all answered, and on which nothing came since. */
function endIdle({ socket, queue, bytesRead, leave }: Connection): void {
  if (leave === null && queue.length === 0 && socket.bytesRead === bytesRead) socket.destroy();
}
