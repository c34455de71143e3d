import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import postgres from 'postgres';
import { askFirst, type Next, type PostgresAnswer } from './first-question.ts';
import { isRefusedServer, isUnreachable } from './outage.ts';
import { coded, type Encryption, reach, type ServerAddress } from './reach.ts';

const READ_ONLY = '25006';

/** Which timeline a checkpoint was made on is known too late after a promotion; where the next record goes is known at once. */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END`;

/** A role that may confirm its commits by a standby is to do so, whatever the default is. */
const CONFIRMED = `CASE WHEN current_setting('synchronous_standby_names') <> ''
  AND current_setting('synchronous_commit') IN ('off', 'local') THEN set_config('synchronous_commit', 'on', false) END`;

/** From what PostgreSQL tells everybody to what is left where a role or an engine is not given that. */
const QUESTIONS: readonly string[] = [
  `(SELECT system_identifier FROM pg_control_system()), ${TIMELINE}, ${CONFIRMED}`,
  `NULL, ${TIMELINE}, ${CONFIRMED}`,
  'NULL, NULL, NULL',
].map((rest) => `SELECT pg_is_in_recovery(), current_setting('transaction_read_only'), ${rest}`);

/** SQLSTATEs of what a role may not do, and of what an engine does not have. */
const DENIED = /^(?:42|0A)/;

/** The newest primary that a process has seen. */
class Seen {
  /** The first of the questions that is worth asking. */
  question = 0;
  systemId: string | null = null;
  timeline = 0;
  /** Whether a server of another cluster than the first has answered. */
  sawOther = false;
  readonly #writable: boolean;
  readonly #log: (message: string) => void;

  /** `writable`: a server that takes no writes is refused, because another one may. */
  constructor(writable: boolean, log: (message: string) => void) {
    this.#writable = writable;
    this.#log = log;
  }

  /** Notes which question was answered, and warns once where that is less than all. */
  asked(question: number): void {
    if (question === this.question) return;
    this.question = question;
    const unknown = question === 1 ? 'its system identifier' : 'its timeline';
    this.#log(`the database does not tell ${unknown}: an older or another primary may go unnoticed`);
  }

  /** Why a server must not be used, or null. */
  refusal({ isStandby, isReadOnly, systemId, timeline }: ServerState): Error | null {
    if (systemId !== null && this.systemId !== null && systemId !== this.systemId) {
      this.sawOther = true;
      const words = `the database is another cluster: system identifier ${systemId}, seen ${this.systemId}`;
      return coded('OTHER_CLUSTER', words);
    }
    if (timeline > 0 && timeline < this.timeline) {
      const words = `the database is an older primary: timeline ${timeline}, seen ${this.timeline}`;
      return coded('OLDER_PRIMARY', words);
    }
    return this.#writable && (isStandby || isReadOnly) ? coded(READ_ONLY, 'the database takes no writes') : null;
  }

  /** Notes an accepted server. True where its timeline is newer than what was seen. */
  note({ systemId, timeline }: ServerState): boolean {
    this.systemId ??= systemId;
    if (timeline <= this.timeline) return false;
    this.timeline = timeline;
    return true;
  }
}

/** How often the servers are asked anew who they are, and how long one may take to say so. */
const ASK_EVERY_MS = 5_000;
const ASK_MS_MAX = 3_000;
/** After so many unanswered questions in a row a server counts as frozen. A single one may be the fault of this machine. */
const UNANSWERED_MAX = 2;
/** For how long nobody asks again after every server was refused: each attempt costs a server a process and a password check. */
const REFUSED_MS = 250;
/** With this parameter the driver tries servers without a pause. It is removed from the URL, and this module finds the primary. */
const WANTS_PRIMARY = /[?&]target_session_attrs=(read-write|primary)(?=&|$)/;

/** Options of the driver that the types of its package leave out. */
type Opening = Encryption & { readonly connect_timeout: number };
/** Options for a client of the driver, so that it gets its connections here. */
export type DriverOptions = { host: string; port: number; ssl: false };

/** A connection that may be used. */
interface Open {
  readonly socket: Socket;
  readonly index: number;
  readonly timeline: number;
}

/**
 * Lets the driver talk to the newest primary only. Every connection is asked who the server is before a statement runs on it, and
 * the newest that this process has seen decides: a server of another cluster or of an older timeline is refused, and connections
 * to one are closed as soon as a newer is seen.
 */
export class Primary {
  /** The URL for the driver, which is to look for nothing itself. */
  readonly url: string;
  readonly #encryption: Encryption;
  readonly #servers: readonly ServerAddress[];
  readonly #seen: Seen;
  readonly #open = new Set<Open>();
  /** Where the next connection is looked for first. */
  #first = 0;
  /** Refusals since a connection was last accepted. */
  #refusals = 0;
  #refused: { readonly at: number; readonly why: Error } | null = null;
  /** Of each server, how many questions in a row it has not answered. */
  readonly #unanswered: number[] = [];
  #polling: NodeJS.Timeout | null = null;
  #closed = false;

  /** `log` gets one message about what the servers do not say. */
  constructor(url: string, log: (message: string) => void = () => undefined) {
    this.url = url.replace(WANTS_PRIMARY, (found) => (found[0] === '?' ? '?' : ''));
    // A client that is never used: it reads the URL and the environment as every other does.
    const options = postgres(this.url, { max: 1 }).options as unknown as Encryption & {
      readonly host: readonly string[];
      readonly port: readonly number[];
      readonly path: string | false;
    };
    this.#encryption = options;
    this.#servers = options.host.map((host, n) => ({
      host,
      port: options.port[n] ?? 5432,
      path: options.path || null,
    }));
    this.#seen = new Seen(this.#servers.length > 1 || WANTS_PRIMARY.test(url), log);
  }

  /** What a client of the driver is made with, in addition to its own options. */
  get options(): DriverOptions {
    return this.#optionsFor(null);
  }

  /** Whether servers of different clusters have answered: who asks them for the first time cannot know which has the books. */
  get isAmbiguous(): boolean {
    return this.#seen.sawOther;
  }

  /** Asks each server from time to time, until it is closed. */
  watch(): void {
    this.#polling = setInterval(() => void this.askAll(), ASK_EVERY_MS).unref();
  }

  /** Asks each server who it is, on a connection of its own. */
  async askAll(): Promise<void> {
    await Promise.all(this.#servers.map((_, index) => this.#askOne(index)));
  }

  /** Closes what is left of all connections. */
  close(): void {
    this.#closed = true;
    if (this.#polling) clearInterval(this.#polling);
    this.#drop(() => true);
  }

  #optionsFor(only: number | null): DriverOptions {
    const { host = 'localhost', port = 5432 } = this.#servers[0] ?? {};
    const socket = (opening: Opening) => this.#connect(opening, only);
    // The driver sees one server without encryption, because what it gets is encrypted already.
    return { host, port, ssl: false, socket } as DriverOptions;
  }

  /** Never throws: the driver expects a socket, and hears of errors by its events. */
  async #connect({ connect_timeout: seconds }: Opening, only: number | null): Promise<Duplex> {
    const { length } = this.#servers;
    const order = only === null ? this.#servers.map((_, n) => (this.#first + n) % length) : [only];
    let last: unknown = this.#pausing(only);
    for (const index of last ? [] : order) {
      try {
        const socket = await reach(this.#servers[index] as ServerAddress, this.#encryption, seconds * 1000);
        if (!this.#closed) return this.#questioned(socket, index, only !== null);
        socket.destroy();
        last = coded('CONNECTION_ENDED', 'the database is closed');
        break;
      } catch (error) {
        last = error;
      }
    }
    return broken(last as Error);
  }

  #pausing(only: number | null): Error | null {
    const refused = this.#refused;
    if (only !== null || refused === null || performance.now() - refused.at > REFUSED_MS) return null;
    return coded(String((refused.why as Error & { code?: string }).code), refused.why.message);
  }

  #questioned(socket: Socket, index: number, isProbe: boolean): Socket {
    let isKnown = false;
    socket.once('close', () => {
      // Who ends before it was accepted is not tried first by the next.
      if (!isKnown && !isProbe && this.#first === index) this.#first = (index + 1) % this.#servers.length;
    });
    let asked = this.#seen.question;
    askFirst(socket, QUESTIONS[asked] ?? '', (answer: PostgresAnswer): Next => {
      const next = nextQuestion(asked, answer);
      if (next !== null) asked += 1;
      if (next !== null) return { ask: next };
      this.#seen.asked(asked);
      const server = serverStateOf(answer);
      const why = failure(answer) ?? this.#seen.refusal(server);
      if (why) return this.#refuse(socket, why, isProbe);
      isKnown = true;
      this.#accept(socket, index, server, isProbe);
      return 'ready';
    });
    return socket;
  }

  /** Without an error the driver tries again, and gets the next server. */
  #refuse(socket: Socket, why: Error, isProbe: boolean): Next {
    if (!isProbe) this.#refusals += 1;
    const isEverywhere = isProbe || this.#refusals % this.#servers.length === 0;
    if (isEverywhere && !isProbe) this.#refused = { at: performance.now(), why };
    socket.destroy(isEverywhere ? why : undefined);
    return 'over';
  }

  #accept(socket: Socket, index: number, server: ServerState, isProbe: boolean): void {
    if (this.#seen.note(server)) this.#drop(({ timeline }) => timeline < this.#seen.timeline);
    if (server.timeline > 0) this.#first = index;
    if (isProbe) return;
    this.#refusals = 0;
    this.#refused = null;
    const open = { socket, index, timeline: server.timeline };
    this.#open.add(open);
    socket.once('close', () => this.#open.delete(open));
  }

  /**
   * Closes the connections to a server that is refused now, also those that a pooler leads to another server than before. After two
   * unanswered questions it closes those on which nothing arrived meanwhile: the system keeps connections to a frozen server for ever.
   */
  async #askOne(index: number): Promise<void> {
    const there = [...this.#open].filter((open) => open.index === index);
    const heard = there.map(({ socket }) => socket.bytesRead);
    const sql = postgres(this.url, {
      max: 1,
      fetch_types: false,
      onnotice: () => undefined,
      ...this.#optionsFor(index),
    });
    const deadline = setTimeout(() => void sql.end({ timeout: 0 }), ASK_MS_MAX);
    try {
      await sql`SELECT 1`;
      this.#unanswered[index] = 0;
    } catch (error) {
      const unanswered = isUnreachable(error) ? (this.#unanswered[index] ?? 0) + 1 : 0;
      this.#unanswered[index] = unanswered;
      const silent = new Set(there.filter(({ socket }, n) => socket.bytesRead === heard[n]));
      if (isRefusedServer(error)) this.#drop((open) => open.index === index);
      else if (unanswered >= UNANSWERED_MAX) this.#drop((open) => silent.has(open));
    } finally {
      clearTimeout(deadline);
      await sql.end({ timeout: 0 });
    }
  }

  #drop(which: (open: Open) => boolean): void {
    for (const open of [...this.#open].filter(which)) open.socket.destroy();
  }
}

/**
 * A socket that ends with an error when something is sent. Not before: the driver forgets to send on the next connection when one
 * closes while it has something to send.
 */
function broken(why: Error): Duplex {
  return new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done(why) });
}

/** What a server says about itself. */
interface ServerState {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Null where it does not say. */
  readonly systemId: string | null;
  /** 0 for a standby, or a server that does not say. */
  readonly timeline: number;
}

/** What is asked after a question that the server does not answer to this role. */
function nextQuestion(asked: number, answer: PostgresAnswer): string | null {
  return 'code' in answer && DENIED.test(answer.code) ? (QUESTIONS[asked + 1] ?? null) : null;
}

/** A server that failed to answer is not used. One that answers to no question is used without one. */
function failure(answer: PostgresAnswer): Error | null {
  if (!('code' in answer) || DENIED.test(answer.code)) return null;
  return coded(answer.code, 'the database did not say which server it is');
}

/** What an answer says. A server that does not know recovery counts as a primary. */
function serverStateOf(answer: PostgresAnswer): ServerState {
  const [standby, readOnly, systemId = null, timeline] = 'row' in answer ? answer.row : [];
  return {
    isStandby: standby === 't',
    isReadOnly: readOnly === 'on',
    systemId: systemId ?? null,
    timeline: timeline ? Number.parseInt(timeline, 16) : 0,
  };
}
