import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What one connection may do. */
export interface ConnectionLimits {
  /** Requests that were sent without waiting for answers; whoever sends more is cut off. */
  readonly requestsAtOnceMax: number;
  /** How long a client may leave an answer untaken that is on its way to it. */
  readonly untakenMsMax: number;
  /** How often connections are looked at. */
  readonly lookMs: number;
}

/** What is known of an open connection. */
interface Standing {
  readonly underWay: Set<ServerResponse>;
  /** Bytes that the client's side took, and when there were last more of them. */
  taken: number;
  takenAt: number;
  /** Refuses what came after the requests under way and is no HTTP, once they are answered. */
  refusal: (() => void) | null;
}

/** The open connections of a server and what is under way on each. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Duplex, Standing>();
  readonly #looks: NodeJS.Timeout;
  #closing = false;
  #answered: (() => void) | null = null;
  #emptied: (() => void) | null = null;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#looks = setInterval(() => this.#look(performance.now()), limits.lookMs).unref();
  }

  opened(socket: Socket): void {
    this.#open.set(socket, { underWay: new Set(), taken: 0, takenAt: performance.now(), refusal: null });
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#emptied?.();
    });
  }

  /** False for a request too many: its connection is cut off, and nothing may answer it. */
  begun(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const standing = this.#open.get(socket);
    if (!standing) return false;
    if (standing.underWay.size >= this.#limits.requestsAtOnceMax) {
      socket.destroy();
      return false;
    }
    standing.underWay.add(response);
    if (this.#closing) response.setHeader('connection', 'close');
    response.once('close', () => {
      standing.underWay.delete(response);
      if (standing.underWay.size === 0) standing.refusal?.();
      this.#answered?.();
    });
    return true;
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

  /** An answer that nobody takes holds memory for as long as its connection lives. */
  #look(now: number): void {
    for (const [socket, standing] of this.#open) {
      const taken = takenOf(socket as Socket);
      if (socket.writableLength === 0 || taken > standing.taken) {
        standing.taken = taken;
        standing.takenAt = now;
      } else if (now - standing.takenAt > this.#limits.untakenMsMax) {
        socket.destroy();
      }
    }
  }
}

/** What the connection handed over to the system, of which a piece counts when all of it went. */
function takenOf({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
