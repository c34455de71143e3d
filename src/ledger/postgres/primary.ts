import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import { isUnreachable } from './outage.ts';

/** How often the primary is asked whether it is there, and how long it may take to say so. */
const ASK_EVERY_MS = 5_000;
const ASK_MS_MAX = 3_000;
/** After so many unanswered questions in a row connections are closed. A single one may be the fault of this machine. */
const UNANSWERED_MAX = 2;
/** For how long nobody searches again after a search: each costs every server a process and a password check. */
const SEARCH_PAUSE_MS = 250;

/** One server of a URL. */
interface Host {
  readonly host: string;
  readonly port: number;
  /** A Unix socket, which goes before host and port. */
  readonly path: string | false;
}

/** What the driver reads of a URL and of the environment. */
interface Parsed {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
  readonly target_session_attrs: string | undefined;
}

/** Options for a client of the driver, so that it gets its connections here. */
export type DriverOptions = { host: string; port: number };

/**
 * Hands the driver connections to the one host of a URL that takes writes. The driver itself (postgres.js 3.4.9) checks each of them by
 * `target_session_attrs=primary`. Of several hosts it knows only the first, because it cannot do without this class what follows:
 *
 * - `read-write` accepts a standby of PostgreSQL 14 and later, so it is asked for `primary` in any case.
 * - While no host is a primary it goes round them without a pause, and no statement ever fails.
 * - It keeps a connection to a server that is frozen or cut off for as long as the system does, which is a quarter of an hour.
 */
export class Primary {
  readonly url: string;
  /** What a client of the driver is made with, in addition to its own options. */
  readonly options: DriverOptions;
  readonly #hosts: readonly Host[];
  /** The connections of the driver, each with the host that it leads to. */
  readonly #sockets = new Map<Socket, number>();
  /** The host that was the primary when it was last asked. */
  #at = 0;
  /** Whether a connection to it has ended since. */
  #isLost = false;
  #unanswered = 0;
  #searching: Promise<void> | null = null;
  #searchedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(url: string) {
    // A client that is never used: it reads the URL and the environment as every other does.
    const parsed = postgres(url, { max: 1 }).options as unknown as Parsed;
    const { host, port, path, target_session_attrs: wanted } = parsed;
    this.url = url;
    this.#hosts = host.map((name, n) => ({ host: name, port: port[n] ?? 5432, path }));
    const needsPrimary = host.length > 1 || wanted === 'read-write' || wanted === 'primary';
    const { host: first = 'localhost', port: firstPort = 5432 } = this.#hosts[0] ?? {};
    const own = { host: first, port: firstPort, socket: () => this.#connect() };
    this.options = needsPrimary ? Object.assign(own, { target_session_attrs: 'primary' }) : own;
  }

  /** Asks from time to time whether the primary is there, until it is closed. */
  watch(): void {
    this.#timer = setInterval(() => void this.check(), ASK_EVERY_MS).unref();
  }

  /**
   * Asks the primary whether it is there. Where it is not, searches another one, and closes the connections on which nothing arrived
   * meanwhile when it was the second time in a row.
   */
  async check(): Promise<void> {
    const read = new Map([...this.#sockets.keys()].map((socket) => [socket, socket.bytesRead]));
    try {
      await this.#ask(this.#at);
      this.#unanswered = 0;
    } catch (error) {
      this.#unanswered = isUnreachable(error) ? this.#unanswered + 1 : 0;
      if (this.#unanswered >= UNANSWERED_MAX) this.#drop((socket) => read.get(socket) === socket.bytesRead);
      await this.search();
    }
  }

  /** Asks all hosts at once. The first that answers as a primary is the primary, and connections to others are closed. */
  async search(): Promise<void> {
    if (this.#hosts.length === 1) return;
    this.#searching ??= this.#search().finally(() => {
      this.#searching = null;
      this.#searchedAt = performance.now();
    });
    await this.#searching;
  }

  /** Closes what is left of all connections. */
  close(): void {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#drop(() => true);
  }

  async #search(): Promise<void> {
    const asked = this.#hosts.map(async (_, index) => {
      await this.#ask(index);
      return index;
    });
    const found = await Promise.any(asked).catch(() => null);
    this.#isLost = found === null;
    if (found === null) return;
    this.#at = found;
    this.#unanswered = 0;
    this.#drop((_, index) => index !== found);
  }

  /** A connection for the driver. It fails by itself where the host does not answer, or is no primary. */
  async #connect(): Promise<Socket> {
    for (const socket of this.#sockets.keys()) {
      if (socket.destroyed) this.#isLost = this.#sockets.delete(socket);
    }
    if (this.#isLost && performance.now() - this.#searchedAt > SEARCH_PAUSE_MS) await this.search();
    const socket = this.#dial(this.#at);
    this.#sockets.set(socket, this.#at);
    if (this.#closed) this.#drop(() => true);
    return socket;
  }

  #dial(index: number): Socket {
    const { host, port, path } = this.#hosts[index] as Host;
    // The driver's errors name host and port, and its encryption asks for the host's certificate.
    return Object.assign(path ? connect(path) : connect(port, host), { host, port });
  }

  /** Throws unless this host answers, and as a primary where one is needed. */
  async #ask(index: number): Promise<void> {
    let socket: Socket | null = null;
    const dialed = () => {
      socket = this.#dial(index);
      return socket;
    };
    const own = { socket: dialed, max: 1, connect_timeout: ASK_MS_MAX / 1_000, fetch_types: false };
    const sql = postgres(this.url, { ...this.options, ...own, onnotice: () => undefined });
    const end = () => {
      void sql.end({ timeout: 0 });
      socket?.destroy();
    };
    const deadline = setTimeout(end, ASK_MS_MAX);
    await sql`SELECT 1`.finally(() => {
      clearTimeout(deadline);
      end();
    });
  }

  #drop(which: (socket: Socket, index: number) => boolean): void {
    for (const [socket, index] of [...this.#sockets]) {
      if (which(socket, index) && this.#sockets.delete(socket)) socket.destroy();
    }
  }
}
