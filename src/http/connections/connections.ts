import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkGroup } from '#lib/network-group.ts';
import { clientAddress } from '../client-address.ts';
import { type SentChunks, writeInChunks } from './response-chunks.ts';

/** A sweep cuts until this share of the limit is left, so that the next sweep does not cut again at once. */
const SHARE_LEFT = 0.75;

/** Memory counts as short when this share of the bytes that may wait does wait. */
const SHORT_SHARE = 0.5;

/** A client that read nothing for less than this is not slow yet. */
const IDLE_MS_MIN = 1_000;

/** What one connection may do, and what all of them may hold. Times are in milliseconds. */
export interface ConnectionLimits extends WaitingLimits {
  /** Requests that a client may send before it has the answers. After one more the connection ends with the last of these answers. */
  readonly requestsAtOnceMax: number;
  /** How many of these are worked on at the same time. The others wait. */
  readonly workedAtOnceMax: number;
  /** While more bytes of a connection's answers wait to be read, none of its requests begins. */
  readonly waitingBytesMax: number;
  /** How long a client may read nothing of an answer. */
  readonly untakenMsMax: number;
  /** The time between two sweeps. */
  readonly sweepMs: number;
}

/** The memory of a request that has not begun, about. */
const REQUEST_BYTES = 4 * 1024;

/** The open connections of a server, and the requests on each. See README.md of this folder. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Duplex, ConnectionState>();
  readonly #sweeps: NodeJS.Timeout;
  #waiting = 0;
  #closing = false;
  #ending = false;
  #emptied: (() => void) | null = null;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#sweeps = setInterval(() => this.#sweep(), limits.sweepMs).unref();
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Bytes of answers that wait to be read, and of requests behind them, at the last sweep. */
  get waitingBytes(): number {
    return this.#waiting;
  }

  /** Whether memory is short. Then clients that read nothing are cut sooner. */
  get isShort(): boolean {
    return this.#waiting > shortBytes(this.#limits);
  }

  /** Registers a socket that the server accepted. */
  opened(socket: Socket): void {
    const sent = writeInChunks(socket);
    const nothing = { network: '', bytesRead: 0, last: null, chunks: 0, idleMs: 0, beyond: 0, refusal: null };
    const state: ConnectionState = { ...nothing, sent, underWay: new Set(), queue: [] };
    this.#open.set(socket, state);
    socket.once('close', () => {
      this.#open.delete(socket);
      state.queue.length = 0;
      // Node emits this for the answer whose turn it was, and for none behind it.
      for (const response of state.underWay) if (response.socket === null) response.emit('close');
      if (this.#open.size === 0) this.#emptied?.();
    });
  }

  /** Calls `begin` now, or when requests before this one are answered. A request too many never begins, and nothing may answer it. */
  take(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { socket } = request;
    const state = this.#open.get(socket);
    if (!state) return;
    state.network ||= networkGroup(clientAddress(request, 0));
    const isBeyond = state.beyond > 0 || state.underWay.size >= this.#limits.requestsAtOnceMax;
    if (isBeyond || isEnding(state)) {
      endAfterThese(socket, state);
      return;
    }
    state.underWay.add(response);
    if (this.#closing) announceLast(state);
    response.once('close', () => {
      state.underWay.delete(response);
      if (state.underWay.size === 0) {
        state.bytesRead = socket.bytesRead;
        state.refusal?.();
        if (this.#ending) endIdle(socket, state);
      }
      // In a later turn: otherwise all requests of this connection would be answered before those of others.
      if (state.queue.length > 0) setImmediate(() => this.#beginNext(state));
    });
    state.queue.push(begin);
    this.#beginNext(state);
  }

  /**
   * Refuses bytes that are no HTTP request. Whole requests that came before them are answered first: their caller would take the
   * refusal for an answer.
   */
  refuseInTurn(socket: Duplex, refusal: () => void): void {
    const state = this.#open.get(socket);
    const underWay = [...(state?.underWay ?? [])];
    if (!state || underWay.every(({ req, headersSent }) => !req.complete && !headersSent)) refusal();
    else state.refusal ??= refusal;
  }

  /** From now on the last answer of each connection says that the connection ends, where its headers are not sent yet. */
  closing(): void {
    this.#closing = true;
    for (const state of this.#open.values()) announceLast(state);
  }

  /** From now on a connection ends as soon as all its requests are answered. */
  ending(): void {
    this.closing();
    this.#ending = true;
    for (const [socket, state] of this.#open) endIdle(socket, state);
  }

  /** Whether a request of the connection is not answered yet. */
  isBusy(socket: Duplex): boolean {
    return (this.#open.get(socket)?.underWay.size ?? 0) > 0;
  }

  /** Destroys all connections. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** Destroys connections on which no request is under way: none was sent, or not the whole of one. */
  endWithoutRequest(): void {
    for (const [socket, { underWay }] of this.#open) if (underWay.size === 0) socket.destroy();
  }

  /** Resolves when no connection is left, or after `ms` milliseconds. */
  async emptied(ms: number): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, ms);
      this.#emptied = () => {
        clearTimeout(late);
        resolve();
      };
    });
    this.#emptied = null;
  }

  stop(): void {
    clearInterval(this.#sweeps);
  }

  /** Begins what may begin. Where nothing may, a request is under way, and its end calls this again. */
  #beginNext({ underWay, queue }: ConnectionState): void {
    const { workedAtOnceMax, waitingBytesMax } = this.#limits;
    while (queue.length > 0 && underWay.size - queue.length < workedAtOnceMax) {
      if (underWay.size > queue.length && waitingBytes(underWay) > waitingBytesMax) return;
      queue.shift()?.();
    }
  }

  /** Counts what waits, and destroys connections beyond the limits. An answer that nobody reads holds memory while its connection lives. */
  #sweep(): void {
    const untaken = [];
    for (const [socket, state] of this.#open) {
      const requests = state.queue.length + state.beyond;
      const bytes = waitingBytes(state.underWay) + requests * REQUEST_BYTES;
      const { chunks } = state.sent;
      const isIdle = socket.writableLength > 0 && chunks === state.chunks;
      state.idleMs = isIdle ? state.idleMs + this.#limits.sweepMs : 0;
      state.chunks = chunks;
      const { idleMs, network } = state;
      if (idleMs > this.#limits.untakenMsMax) socket.destroy();
      else if (bytes > 0) untaken.push({ socket, bytes, idleMs, network });
    }
    const cut = cutFor(untaken, this.#limits);
    this.#waiting = 0;
    for (const one of untaken) {
      if (cut.has(one)) one.socket.destroy();
      else this.#waiting += one.bytes;
    }
  }
}

/** The state of an open connection. */
interface ConnectionState {
  /** The caller's network (`networkGroup`); empty before the first request. */
  network: string;
  /** Requests without a whole answer. Those in `queue` have not begun. */
  readonly underWay: Set<ServerResponse>;
  readonly queue: (() => void)[];
  readonly sent: SentChunks;
  /** The bytes read from the socket when its last request was answered. */
  bytesRead: number;
  /** The answer that says `connection: close`, because the service ends. */
  last: ServerResponse | null;
  /**
   * The chunks that were sent at the last sweep, and for how long no more were sent though some wait. A sweep counts as `sweepMs` even
   * where it is late: while the process is busy no client can read anything.
   */
  chunks: number;
  idleMs: number;
  /** Requests beyond `requestsAtOnceMax`. Nothing answers them. */
  beyond: number;
  /** Called once the requests under way are answered: it refuses what came after them, or ends the connection. */
  refusal: (() => void) | null;
}

/** Says in the last answer under way, and in none before it, that the connection ends. */
function announceLast(state: ConnectionState): void {
  const last = [...state.underWay].at(-1);
  if (!last || last.headersSent) return;
  if (state.last && !state.last.headersSent) state.last.removeHeader('connection');
  state.last = last;
  last.setHeader('connection', 'close');
}

/** Whether an answer whose headers are sent says that it is the last. Requests behind it must not be worked on (RFC 9112, 9.6). */
function isEnding({ underWay }: ConnectionState): boolean {
  for (const response of underWay) {
    if (response.headersSent && String(response.getHeader('connection')).toLowerCase() === 'close') return true;
  }
  return false;
}

/** Destroys a connection whose requests are all answered, and on which nothing came since. */
function endIdle(socket: Duplex, { underWay, bytesRead }: ConnectionState): void {
  if (underWay.size === 0 && bytesRead > 0 && 'bytesRead' in socket && socket.bytesRead === bytesRead) socket.destroy();
}

/** Lets the requests under way be answered and takes no more. */
function endAfterThese(socket: Socket, state: ConnectionState): void {
  state.beyond += 1;
  // Node resumes the socket after each request that it parsed; a pause lasts only after the last of them.
  queueMicrotask(() => void socket.pause());
  if (state.beyond > 1) return;
  const last = [...state.underWay].at(-1);
  if (last && !last.headersSent) last.setHeader('connection', 'close');
  state.refusal ??= () => socket.destroySoon();
}

/** A connection with answers that its client has not read. */
interface Untaken {
  readonly socket: Duplex;
  readonly bytes: number;
  /** How long the client has read nothing, in milliseconds. */
  readonly idleMs: number;
  /** The caller's address, or the /64 of an IPv6 address. */
  readonly network: string;
}

/** How much may wait, of answers and of requests behind them. Connections beyond it are destroyed. */
interface WaitingLimits {
  /** Bytes on all connections together. */
  readonly allWaitingBytesMax: number;
  /** Bytes on the connections from one address, IPv6 by /64. */
  readonly networkWaitingBytesMax: number;
  /** While memory is short, a connection that read nothing for so long is destroyed. In milliseconds. */
  readonly untakenMsMaxWhenShort: number;
}

/** Memory is short when more bytes wait than these. */
function shortBytes({ allWaitingBytesMax }: WaitingLimits): number {
  return allWaitingBytesMax * SHORT_SHARE;
}

/** Bytes of answers that the client has not read yet. */
function waitingBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const response of responses) bytes += response.writableLength;
  return bytes;
}

/**
 * The connections to destroy: first of each network that holds more than its part, so that one network never makes memory short for
 * others; then, while memory is short, of those that read nothing; then of all.
 */
function cutFor(untaken: readonly Untaken[], limits: WaitingLimits): ReadonlySet<Untaken> {
  const cut = new Set<Untaken>();
  const cutFrom = (some: readonly Untaken[], bytesMax: number, idleMsMin: number): void => {
    for (const one of tooHeavy(
      some.filter((other) => !cut.has(other)),
      bytesMax,
      idleMsMin,
    ))
      cut.add(one);
  };
  for (const crowd of byNetwork(untaken)) cutFrom(crowd, limits.networkWaitingBytesMax, 0);
  cutFrom(untaken, shortBytes(limits), limits.untakenMsMaxWhenShort);
  cutFrom(untaken, limits.allWaitingBytesMax, 0);
  return cut;
}

function byNetwork(untaken: readonly Untaken[]): Iterable<readonly Untaken[]> {
  const networks = new Map<string, Untaken[]>();
  for (const one of untaken) {
    const crowd = networks.get(one.network);
    if (crowd) crowd.push(one);
    else networks.set(one.network, [one]);
  }
  return networks.values();
}

/**
 * Where more than `bytesMax` wait together: those that hold the most bytes for the longest time (bytes multiplied by idle time), until
 * `SHARE_LEFT` is left. A connection that read something within `idleMsMin` is none of them.
 */
function tooHeavy(untaken: readonly Untaken[], bytesMax: number, idleMsMin: number): readonly Untaken[] {
  let left = untaken.reduce((sum, { bytes }) => sum + bytes, 0);
  if (left <= bytesMax) return [];
  const idle = untaken.filter(({ idleMs }) => idleMs >= idleMsMin);
  const cut: Untaken[] = [];
  for (const one of idle.sort((a, b) => weightOf(b) - weightOf(a))) {
    if (left <= bytesMax * SHARE_LEFT) break;
    cut.push(one);
    left -= one.bytes;
  }
  return cut;
}

function weightOf({ bytes, idleMs }: Untaken): number {
  return bytes * Math.max(idleMs, IDLE_MS_MIN);
}
