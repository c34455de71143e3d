import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { isUnreachable } from './outage.ts';

/** How often the servers are asked whether they are there, and how long one may take to say so. */
const ASK_EVERY_MS = 5_000;
const ASK_MS_MAX = 3_000;
/** After so many unanswered questions in a row a server is left. A single one may be the fault of this machine. */
const UNANSWERED_MAX = 2;
/** For how long nobody searches again because of a lost connection: each search costs every server a process and a password check. */
const SEARCH_PAUSE_MS = 250;
/** How much later than another host the primary of before may answer. */
const GRACE_MS = 250;

/** What the driver reads of a URL and of the environment. */
interface Parsed {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** A Unix socket, which goes before host and port. */
  readonly path: string | false;
  readonly target_session_attrs: string | undefined;
}

/** Options that lead a client of the driver to one host. */
export type HostOptions = {
  readonly host?: string;
  readonly port?: number;
  readonly target_session_attrs?: 'primary';
};

/**
 * Finds the one host of a URL that takes writes. The driver (postgres.js 3.4.9) checks each connection by `target_session_attrs=primary`.
 * It gets one host at a time, because of what it does with several:
 *
 * - `read-write` accepts a standby of PostgreSQL 14 and later, so it is asked for `primary` in any case.
 * - While no host is a primary it goes round them without a pause, and no statement ever fails.
 * - It keeps a connection to a server that is frozen or cut off for as long as the system does, which is a quarter of an hour.
 */
export class Primary {
  readonly url: string;
  readonly #hosts: readonly HostOptions[];
  #left: () => void = () => undefined;
  /** The host that was the primary when it was last asked. */
  #at = 0;
  #unanswered = 0;
  #searching: Promise<boolean> | null = null;
  #searchedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(url: string) {
    // A client that is never used: it reads the URL and the environment as every other does.
    const parsed = postgres(url, { max: 1 }).options as unknown as Parsed;
    const { host, port, path, target_session_attrs: wanted } = parsed;
    const needsPrimary = host.length > 1 || wanted === 'read-write' || wanted === 'primary';
    const rest = needsPrimary ? ({ target_session_attrs: 'primary' } as const) : {};
    this.url = url;
    // A socket stands in the URL alone.
    this.#hosts = path ? [rest] : host.map((name, n) => ({ host: name, port: port[n] ?? 5432, ...rest }));
  }

  /** What a client of the driver is made with now, in addition to its own options. */
  get options(): HostOptions {
    return this.#hosts[this.#at] ?? {};
  }

  /** Searches from time to time, until it is closed. `left`: connections that were made before are of no use any more. */
  watch(left: () => void): void {
    this.#left = left;
    this.#timer = setInterval(() => void this.#check(), ASK_EVERY_MS).unref();
  }

  close(): void {
    this.#left = () => undefined;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** To be called when a connection has ended, as it does when its server is no primary any more. Nobody searches after `close`. */
  lost(): void {
    const isRecent = performance.now() - this.#searchedAt < SEARCH_PAUSE_MS;
    if (this.#timer !== null && this.#hosts.length > 1 && !isRecent) void this.search();
  }

  /** Asks all hosts at once. False where none is the primary and the one of before does not answer at all. */
  async search(): Promise<boolean> {
    this.#searching ??= this.#search().finally(() => {
      this.#searching = null;
      this.#searchedAt = performance.now();
    });
    return await this.#searching;
  }

  /** Searches the primary. When the one of before did not answer twice in a row, its connections are given up. */
  async #check(): Promise<void> {
    this.#unanswered = (await this.search()) ? 0 : this.#unanswered + 1;
    if (this.#unanswered === UNANSWERED_MAX) this.#left();
  }

  async #search(): Promise<boolean> {
    const before = this.#at;
    const asked = this.#hosts.map((host) => answerOf(this.url, host));
    const first = await Promise.any(asked.map(indexOfPrimary)).catch(() => null);
    if (first === null) return (await asked[before]) === 'other';
    // Of two primaries the known one is kept: an old primary that wakes up answers as one for a moment.
    const known = asked[before]?.then((answer) => (answer === 'primary' ? before : first));
    this.#at = (await Promise.race([known, pause(GRACE_MS, first)])) ?? first;
    if (this.#at !== before) this.#left();
    return true;
  }
}

async function indexOfPrimary(answer: Promise<Answer>, index: number): Promise<number> {
  if ((await answer) !== 'primary') throw new Error('no primary');
  return index;
}

/** What a host is: one to use, one that answers otherwise, or one that does not answer. */
type Answer = 'primary' | 'other' | 'silent';

async function answerOf(url: string, host: HostOptions): Promise<Answer> {
  const own = { max: 1, connect_timeout: ASK_MS_MAX / 1_000, fetch_types: false, onnotice: () => undefined };
  const sql = postgres(url, { ...own, ...host });
  const deadline = setTimeout(() => void sql.end({ timeout: 0 }), ASK_MS_MAX);
  try {
    await sql`SELECT 1`.simple();
    return 'primary';
  } catch (error) {
    // A pooler whose connections are all busy tells its parameters, and lets the statement wait.
    return isUnreachable(error) && Object.keys(sql.parameters).length === 0 ? 'silent' : 'other';
  } finally {
    clearTimeout(deadline);
    void sql.end({ timeout: 0 });
  }
}
