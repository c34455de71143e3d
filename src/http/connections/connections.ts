import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkGroup } from '#lib/network-group.ts';
import { clientAddress } from './client-address.ts';
import { type SentChunks, writeInChunks } from './response-chunks.ts';

/** What is cut makes room for a while, so that not every look finds the same again. */
const SHARE_LEFT = 0.75;

/** Of the bytes that may wait, the part from which on memory counts as short. */
const SHORT_SHARE = 0.5;

/** A moment without a byte says nothing of a client yet. */
const IDLE_MS_MIN = 1_000;

/** What one connection may do, and what all of them may hold. */
export interface ConnectionLimits extends WaitingLimits {
  /** Requests that were sent without waiting for answers. Where there are more, the connection ends with the last of these. */
  readonly requestsAtOnceMax: number;
  /** Of these, how many are worked on at the same time; the others wait for their turn. */
  readonly workedAtOnceMax: number;
  /** While more bytes of a connection's answers wait to be taken, none of its requests is begun. */
  readonly waitingBytesMax: number;
  /** How long a client may leave an answer untaken that is on its way to it. */
  readonly untakenMsMax: number;
  /** How often what waits is looked at. */
  readonly weighMs: number;
}

/** About what a request holds that is not begun. */
const REQUEST_BYTES = 4 * 1024;

/** The open connections of a server and what is under way on each. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Duplex, ConnectionState>();
  readonly #looks: NodeJS.Timeout;
  #waiting = 0;
  #closing = false;
  #ending = false;
  #emptied: (() => void) | null = null;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#looks = setInterval(() => this.#look(), limits.weighMs).unref();
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Bytes of answers that wait to be taken, and of requests that wait for these, as they were last looked at. */
  get waitingBytes(): number {
    return this.#waiting;
  }

  /** Whether half of what may wait does so: clients that take nothing are cut off sooner. */
  get isShort(): boolean {
    return this.#waiting > shortBytes(this.#limits);
  }

  opened(socket: Socket): void {
    const sent = writeInChunks(socket);
    const nothing = { network: '', bytesRead: 0, last: null, chunks: 0, idleMs: 0, beyond: 0, refusal: null };
    const state: ConnectionState = { ...nothing, sent, underWay: new Set(), queue: [] };
    this.#open.set(socket, state);
    socket.once('close', () => {
      this.#open.delete(socket);
      state.queue.length = 0;
      // Node tells the answer that had its turn, and none behind it.
      for (const response of state.underWay) if (response.socket === null) response.emit('close');
      if (this.#open.size === 0) this.#emptied?.();
    });
  }

  /** Calls `begin`, now or when it is this request's turn. A request too many is never begun, and nothing may answer it. */
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
    if (this.#closing) tellLast(state);
    response.once('close', () => {
      state.underWay.delete(response);
      if (state.underWay.size === 0) {
        state.bytesRead = socket.bytesRead;
        state.refusal?.();
        if (this.#ending) endIdle(socket, state);
      }
      // In a turn of its own, or a connection with many requests had all of them answered before anybody else's.
      if (state.queue.length > 0) setImmediate(() => this.#beginNext(state));
    });
    state.queue.push(begin);
    this.#beginNext(state);
  }

  /**
   * Refuses something on a connection that is no HTTP. Whole requests that came before it are answered first, or their
   * caller would take the refusal for the answer.
   */
  refuseInTurn(socket: Duplex, refusal: () => void): void {
    const state = this.#open.get(socket);
    const underWay = [...(state?.underWay ?? [])];
    if (!state || underWay.every(({ req, headersSent }) => !req.complete && !headersSent)) refusal();
    else state.refusal ??= refusal;
  }

  /** From now on connections end with the last of the answers under way, where it has not begun. */
  closing(): void {
    this.#closing = true;
    for (const state of this.#open.values()) tellLast(state);
  }

  /** From now on connections end as soon as all that was asked there is answered. */
  ending(): void {
    this.closing();
    this.#ending = true;
    for (const [socket, state] of this.#open) endIdle(socket, state);
  }

  /** Whether something that was asked on the connection is not answered yet. */
  isBusy(socket: Duplex): boolean {
    return (this.#open.get(socket)?.underWay.size ?? 0) > 0;
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** Ends connections on which no request is under way: nothing was asked there, or not to its end. */
  endUnasked(): void {
    for (const [socket, { underWay }] of this.#open) if (underWay.size === 0) socket.destroy();
  }

  /** Resolves when no connection is left, or after `ms`. */
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
    clearInterval(this.#looks);
  }

  /** Where nothing can begin, something is under way, and its end comes back here. */
  #beginNext({ underWay, queue }: ConnectionState): void {
    const { workedAtOnceMax, waitingBytesMax } = this.#limits;
    while (queue.length > 0 && underWay.size - queue.length < workedAtOnceMax) {
      if (underWay.size > queue.length && waitingBytes(underWay) > waitingBytesMax) return;
      queue.shift()?.();
    }
  }

  /** An answer that nobody takes holds memory for as long as its connection lives. */
  #look(): void {
    const untaken = [];
    for (const [socket, state] of this.#open) {
      const requests = state.queue.length + state.beyond;
      const bytes = waitingBytes(state.underWay) + requests * REQUEST_BYTES;
      const { chunks } = state.sent;
      const isIdle = socket.writableLength > 0 && chunks === state.chunks;
      state.idleMs = isIdle ? state.idleMs + this.#limits.weighMs : 0;
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

/** What is known of an open connection. */
interface ConnectionState {
  /** Whose it is, as callers are counted: known with its first request. */
  network: string;
  /** Of these, those in `queue` are not begun. */
  readonly underWay: Set<ServerResponse>;
  readonly queue: (() => void)[];
  readonly sent: SentChunks;
  /** What was read when nothing was under way any more. */
  bytesRead: number;
  /** The answer after which the connection ends, as it says itself, because the service ends. */
  last: ServerResponse | null;
  /**
   * The pieces that were given when it was last looked at, and for how long since then there were no more of them though there
   * was something to give. Of the time between two looks no more counts than there should be: while the process is busy no
   * client can take anything.
   */
  chunks: number;
  idleMs: number;
  /** Requests that came after too many others. Nobody will answer them. */
  beyond: number;
  /** What becomes of the connection once the requests under way are answered: what came after them is refused. */
  refusal: (() => void) | null;
}

/** Says in the last answer under way, and in none before it, that the connection ends: nothing behind that would be sent. */
function tellLast(state: ConnectionState): void {
  const last = [...state.underWay].at(-1);
  if (!last || last.headersSent) return;
  if (state.last && !state.last.headersSent) state.last.removeHeader('connection');
  state.last = last;
  last.setHeader('connection', 'close');
}

/** Whether an answer that has begun says that it is the last: what came behind it must not be worked (RFC 9112, 9.6). */
function isEnding({ underWay }: ConnectionState): boolean {
  for (const response of underWay) {
    if (response.headersSent && String(response.getHeader('connection')).toLowerCase() === 'close') return true;
  }
  return false;
}

/** Ends a connection on which something was asked, all of it was answered, and nothing came since. */
function endIdle(socket: Duplex, { underWay, bytesRead }: ConnectionState): void {
  if (underWay.size === 0 && bytesRead > 0 && 'bytesRead' in socket && socket.bytesRead === bytesRead) socket.destroy();
}

/** Has what is under way answered and nothing more. What is there of the connection's next bytes may come all the same. */
function endAfterThese(socket: Socket, state: ConnectionState): void {
  state.beyond += 1;
  // Node reads on after each request that it has read: only what comes after all of them lasts.
  queueMicrotask(() => void socket.pause());
  if (state.beyond > 1) return;
  const last = [...state.underWay].at(-1);
  if (last && !last.headersSent) last.setHeader('connection', 'close');
  state.refusal ??= () => socket.destroySoon();
}

/** A connection with answers that its client has not taken. */
interface Untaken {
  readonly socket: Duplex;
  readonly bytes: number;
  /** How long the client has taken nothing, in milliseconds. */
  readonly idleMs: number;
  /** Whose it is: an address, or the /64 of one. */
  readonly network: string;
}

/** What may wait, of answers and of requests behind them. Beyond it connections are cut. */
interface WaitingLimits {
  /** Bytes on all connections together. */
  readonly allWaitingBytesMax: number;
  /** Bytes on the connections from one address, IPv6 by /64. */
  readonly networkWaitingBytesMax: number;
  /** While half of what may wait does so, whoever has taken nothing for so long is cut until it is less. */
  readonly untakenMsMaxWhenShort: number;
}

/** From so many bytes that wait on, memory counts as short. */
function shortBytes({ allWaitingBytesMax }: WaitingLimits): number {
  return allWaitingBytesMax * SHORT_SHARE;
}

/** Bytes of answers that the client's side has not taken yet. Of answers in a row, the later ones wait for the first. */
function waitingBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const response of responses) bytes += response.writableLength;
  return bytes;
}

/**
 * The connections to cut: first of each network that holds more than its part, so that one of them never makes memory short
 * for others; then, while it is short, of those that take nothing; then of all.
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
 * Where more than `bytesMax` wait together, those that hold most for nothing, which is bytes by time. Whoever takes what it
 * asked for is the last of them; whoever took something within `idleMsMin` is none.
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
