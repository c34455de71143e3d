import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '#lib/network-group.ts';
import { clientAddress } from './client-address.ts';
import { endAfterThese, endIdle, isEnding, type Standing, tellLast } from './connection-state.ts';
import { writeInPieces } from './response-chunks.ts';
import { cutFor, shortBytes, type WaitingLimits, waitingBytes } from './waiting.ts';

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
  readonly #open = new Map<Duplex, Standing>();
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

  /** Whether half of what may wait does so: there is less patience with clients that take nothing. */
  get isShort(): boolean {
    return this.#waiting > shortBytes(this.#limits);
  }

  opened(socket: Socket): void {
    const given = writeInPieces(socket);
    const nothing = { network: '', bytesRead: 0, last: null, pieces: 0, idleMs: 0, beyond: 0, refusal: null };
    const standing: Standing = { ...nothing, given, underWay: new Set(), queue: [] };
    this.#open.set(socket, standing);
    socket.once('close', () => {
      this.#open.delete(socket);
      standing.queue.length = 0;
      // Node tells the answer that had its turn, and none behind it.
      for (const response of standing.underWay) if (response.socket === null) response.emit('close');
      if (this.#open.size === 0) this.#emptied?.();
    });
  }

  /** Calls `begin`, now or when it is this request's turn. A request too many is never begun, and nothing may answer it. */
  take(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { socket } = request;
    const standing = this.#open.get(socket);
    if (!standing) return;
    standing.network ||= networkOf(clientAddress(request, 0));
    const isBeyond = standing.beyond > 0 || standing.underWay.size >= this.#limits.requestsAtOnceMax;
    if (isBeyond || isEnding(standing)) {
      endAfterThese(socket, standing);
      return;
    }
    standing.underWay.add(response);
    if (this.#closing) tellLast(standing);
    response.once('close', () => {
      standing.underWay.delete(response);
      if (standing.underWay.size === 0) {
        standing.bytesRead = socket.bytesRead;
        standing.refusal?.();
        if (this.#ending) endIdle(socket, standing);
      }
      // In a turn of its own, or a connection with many requests had all of them answered before anybody else's.
      if (standing.queue.length > 0) setImmediate(() => this.#beginNext(standing));
    });
    standing.queue.push(begin);
    this.#beginNext(standing);
  }

  /**
   * Refuses something on a connection that is no HTTP. Whole requests that came before it are answered first, or their
   * caller would take the refusal for the answer.
   */
  refuseInTurn(socket: Duplex, refusal: () => void): void {
    const standing = this.#open.get(socket);
    const underWay = [...(standing?.underWay ?? [])];
    if (!standing || underWay.every(({ req, headersSent }) => !req.complete && !headersSent)) refusal();
    else standing.refusal ??= refusal;
  }

  /** From now on connections end with the last of the answers under way, where it has not begun. */
  closing(): void {
    this.#closing = true;
    for (const standing of this.#open.values()) tellLast(standing);
  }

  /** From now on connections end as soon as all that was asked there is answered. */
  ending(): void {
    this.closing();
    this.#ending = true;
    for (const [socket, standing] of this.#open) endIdle(socket, standing);
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
  #beginNext({ underWay, queue }: Standing): void {
    const { workedAtOnceMax, waitingBytesMax } = this.#limits;
    while (queue.length > 0 && underWay.size - queue.length < workedAtOnceMax) {
      if (underWay.size > queue.length && waitingBytes(underWay) > waitingBytesMax) return;
      queue.shift()?.();
    }
  }

  /** An answer that nobody takes holds memory for as long as its connection lives. */
  #look(): void {
    const untaken = [];
    for (const [socket, standing] of this.#open) {
      const requests = standing.queue.length + standing.beyond;
      const bytes = waitingBytes(standing.underWay) + requests * REQUEST_BYTES;
      const { pieces } = standing.given;
      const isIdle = socket.writableLength > 0 && pieces === standing.pieces;
      standing.idleMs = isIdle ? standing.idleMs + this.#limits.weighMs : 0;
      standing.pieces = pieces;
      const { idleMs, network } = standing;
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
