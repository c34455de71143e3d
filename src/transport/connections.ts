import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { tooHeavy, waitingBytes } from './waiting.ts';

/** What one connection may do, and what all of them may hold. */
export interface ConnectionLimits {
  /** Requests that were sent without waiting for answers; whoever sends more is cut off. */
  readonly requestsAtOnceMax: number;
  /** Of these, how many are worked on at the same time; the others wait for their turn. */
  readonly workedAtOnceMax: number;
  /** While more bytes of a connection's answers wait to be taken, none of its requests is begun. */
  readonly waitingBytesMax: number;
  /** Bytes of answers that may wait on all connections together; beyond them connections are cut. */
  readonly allWaitingBytesMax: number;
  /** How long a client may leave an answer untaken that is on its way to it. */
  readonly untakenMsMax: number;
  /** The same while half of what may wait does so. */
  readonly untakenMsMaxWhenShort: number;
  /** How often what waits is looked at. */
  readonly weighMs: number;
}

/** What is known of an open connection. */
interface Standing {
  /** Of these, those in `queue` are not begun. */
  readonly underWay: Set<ServerResponse>;
  readonly queue: (() => void)[];
  /** Bytes that the client's side took, and when there were last more of them. */
  taken: number;
  takenAt: number;
  /** Refuses what came after the requests under way and is no HTTP, once they are answered. */
  refusal: (() => void) | null;
}

/** Of the bytes that may wait, the part from which on memory counts as short. */
const SHORT_SHARE = 0.5;

/** The open connections of a server and what is under way on each. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Duplex, Standing>();
  readonly #looks: NodeJS.Timeout;
  #waiting = 0;
  #closing = false;
  #answered: (() => void) | null = null;
  #emptied: (() => void) | null = null;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#looks = setInterval(() => this.#look(performance.now()), limits.weighMs).unref();
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Bytes of answers that wait to be taken on all of them, as they were last looked at. */
  get waitingBytes(): number {
    return this.#waiting;
  }

  /** Whether half of what may wait does so: there is less patience with clients that take nothing. */
  get isShort(): boolean {
    return this.#waiting > this.#limits.allWaitingBytesMax * SHORT_SHARE;
  }

  opened(socket: Socket): void {
    const standing: Standing = { underWay: new Set(), queue: [], taken: 0, takenAt: performance.now(), refusal: null };
    this.#open.set(socket, standing);
    socket.once('close', () => {
      this.#open.delete(socket);
      standing.queue.length = 0;
      // Node tells the answer that had its turn, and none behind it.
      for (const response of standing.underWay) if (response.socket === null) response.emit('close');
      if (this.#open.size === 0) this.#emptied?.();
    });
  }

  /**
   * Calls `begin`, now or when it is this request's turn. A request too many is never begun: its connection is cut off, and
   * nothing may answer it.
   */
  take({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const standing = this.#open.get(socket);
    if (!standing) return;
    if (standing.underWay.size >= this.#limits.requestsAtOnceMax) {
      socket.destroy();
      return;
    }
    standing.underWay.add(response);
    if (this.#closing) response.setHeader('connection', 'close');
    response.once('close', () => {
      standing.underWay.delete(response);
      if (standing.underWay.size === 0) standing.refusal?.();
      this.#answered?.();
      this.#beginNext(standing);
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
    else standing.refusal = refusal;
  }

  /** From now on every answer that has not begun is the last of its connection. `answered` is called after each. */
  closing(answered: (() => void) | null = null): void {
    this.#closing = true;
    this.#answered = answered;
    for (const { underWay } of this.#open.values()) {
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
    }
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
  #look(now: number): void {
    const { untakenMsMax, untakenMsMaxWhenShort, allWaitingBytesMax } = this.#limits;
    const patienceMs = this.isShort ? untakenMsMaxWhenShort : untakenMsMax;
    const untaken = [];
    for (const [socket, standing] of this.#open) {
      const bytes = waitingBytes(standing.underWay);
      const taken = takenOf(socket as Socket);
      if (socket.writableLength === 0 || taken > standing.taken) {
        standing.taken = taken;
        standing.takenAt = now;
      }
      const idleMs = now - standing.takenAt;
      if (idleMs > patienceMs) socket.destroy();
      else if (bytes > 0) untaken.push({ socket, bytes, idleMs });
    }
    const cut = new Set(tooHeavy(untaken, allWaitingBytesMax));
    this.#waiting = 0;
    for (const one of untaken) {
      if (cut.has(one)) one.socket.destroy();
      else this.#waiting += one.bytes;
    }
  }
}

/** What the connection handed over to the system, of which a piece counts when all of it went. */
function takenOf({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
