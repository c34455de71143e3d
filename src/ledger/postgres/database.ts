import postgres from 'postgres';
import { refuseUnconfirmed } from './commits.ts';
import { inSession, isMigrated, migrateDatabase, openOne, type Place } from './migration.ts';
import { codeOf, isDatabaseOutage, isUnreachable } from './outage.ts';
import { Primary } from './primary.ts';
import type { Database, Sql } from './sql.ts';
import { onceCommitted } from './transaction.ts';

/**
 * A row that somebody keeps locked must not keep those waiting who share a statement, or a connection, with who wants it. So
 * must a process that stands still in the middle of a transaction, whose connection the system keeps alive for it: a transaction's
 * statements follow each other at once. In milliseconds, by the names of the server's settings.
 */
const LIMITS = { lock_timeout: 2_000, idle_in_transaction_session_timeout: 5_000 } as const;

/** That of a server without a pooler. Commits wait for a synchronous standby, whatever the role's default is. */
const DIRECT: Manner = { connection: { application_name: 'assay', synchronous_commit: 'on', ...LIMITS } };

/** That of a pooler which refuses the settings of a connection. */
const BARE: Manner = { connection: { application_name: 'assay' } };

/** SQLSTATE of such a refusal. */
const SETTING_REFUSED = '08P01';

/** Each of so many connections is asked so often, twice in a row each time, which server connection serves it. */
const CONNECTIONS = 3;

const ROUNDS = 3;

/** A connection that waits longer than that for a server connection has none of its own. */
const SERVED_MS_MAX = 5_000;

/** Which database is opened. */
export interface DatabaseOptions {
  readonly url: string;
  /** `embedded`: a server of this process's own, without a pooler and with one host. */
  readonly kind?: Database['kind'];
  /** What operators call it; hosts and path of the URL when absent. */
  readonly name?: string;
  /** Throws an error for the operator instead of making the books in a database that has none. */
  readonly existing?: boolean;
  /** Connections of the pool; 10 when absent. */
  readonly poolMax?: number;
}

const POOL_MAX = 10;
const END_SECONDS_MAX = 5;
const CONNECT_SECONDS_MAX = 2;
/** A URL may say for itself how many seconds a connection may take: the driver reads that parameter. */
const NAMES_CONNECT_TIMEOUT = /[?&]connect_timeout=/;

/**
 * Hosts and path of a URL, cut from its text, because a URL of the driver may list several hosts, which no URL parser accepts.
 * Shows nothing before the last `@`, and nothing at all if the only `@` is in the query, because it may end a password.
 */
export function databaseName(url: string): string {
  const [place = '', ...query] = url.slice(url.indexOf('://') + '://'.length).split(/[?#]/);
  const start = place.lastIndexOf('@') + 1;
  return start === 0 && query.some((part) => part.includes('@')) ? '' : place.slice(start);
}

/** Opens the books at a URL and migrates them. Throws an error for the operator when that is not possible. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, kind = 'external', name = databaseName(url), existing = false, poolMax = POOL_MAX } = options;
  const primary = new Primary(url);
  let manner = DIRECT;
  try {
    if (kind === 'external') {
      await primary.search();
      manner = await mannerOf(primary);
    }
    if (existing && !(await isMigrated(url, primary.options))) {
      throw new Error(`The database ${name} holds no books. Set DATABASE_URL or DATA_DIR as the service has them.`);
    }
    await migrateDatabase(url, undefined, primary.options);
  } catch (error) {
    throw forOperators(error, databaseName(url).split('/')[0] ?? '');
  }
  const { sql, replace } = replaceable((onclose) => openPool(primary, { max: poolMax, onclose, ...manner }), primary);
  if (kind === 'external') primary.watch(replace);
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    primary.close();
    await sql.end({ timeout: END_SECONDS_MAX });
  };
  return {
    sql,
    kind,
    url,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** A pool in whose place another one can be put, to where the primary is then. Statements that the one before has are given up. */
function replaceable(open: (onclose: () => void) => Sql, primary: Primary): { readonly sql: Sql; replace(): void } {
  const opened = () => {
    const own: Sql = open(() => own === pool && primary.lost());
    return own;
  };
  let pool = opened();
  const sql = new Proxy((() => undefined) as unknown as Sql, {
    apply: (_target, _self, parts) => Reflect.apply(pool, undefined, parts),
    get: (_target, name) => Reflect.get(pool, name),
  });
  const replace = () => {
    void pool.end({ timeout: 0 });
    pool = opened();
  };
  return { sql, replace };
}

/**
 * The default back-off of the driver leaves a pool dead for many seconds after a restart of the server; a constant short
 * one recovers at once. Types are not fetched: it would cost each connection a round trip, and no query has arrays.
 */
function openPool({ url, options }: Primary, own: Manner & { readonly max: number; onclose(): void }): Sql {
  const sql: Sql = postgres(url, {
    ...options,
    ...(NAMES_CONNECT_TIMEOUT.test(url) ? {} : { connect_timeout: CONNECT_SECONDS_MAX }),
    backoff: () => 0.05,
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    onnotice: refuseUnconfirmed,
    ...own,
  });
  refuseRepeats(sql);
  return sql;
}

/**
 * The error for operators when the database at `place` could not be opened. Its cause is the server's message, or only the code
 * where none answered: the system's message names a host that may contain a part of a password. An error without a code is written
 * for operators already.
 */
function forOperators(error: unknown, place: string): unknown {
  // What the driver calls the end of a connection to a server that is not what `target_session_attrs` asks for.
  if (codeOf(error) === 'CONNECTION_DESTROYED') return about(place, 'used', new Error('it is no primary'));
  if (isUnreachable(error)) return about(place, 'reached', new Error(codeOf(error)));
  if (isDatabaseOutage(error)) return about(place, 'used', error);
  return codeOf(error) === '' ? error : about(place, 'migrated', error);
}

function about(place: string, what: string, cause: unknown): Error {
  return new Error(`the database at ${place} cannot be ${what}`, { cause });
}

type Limit = keyof typeof LIMITS;

/** Options of the driver for the connections of a pool. */
interface Manner {
  /** Whether statements get names on their connection; absent: they do, unless the URL says otherwise. */
  readonly prepare?: false;
  readonly connection: Readonly<Record<string, string | number>>;
}

/** What a statement sees of the server connection that serves it. */
type SessionState = { readonly pid: number; readonly role: string } & Readonly<Record<Limit, number>>;

/**
 * How connections to the server at `place` have to be made, which may stand behind a pooler. One that gives transactions of a
 * connection to different server connections loses named statements, unless it keeps track of their names: then statements
 * go without names. Throws an error for the operator where the service cannot work through it.
 */
async function mannerOf(place: Place): Promise<Manner> {
  const found = (manner: Manner) => inSession(place, (sql) => judged(sql, place, manner), manner);
  try {
    return await found(DIRECT);
  } catch (error) {
    if (codeOf(error) !== SETTING_REFUSED) throw error;
    return await found(BARE);
  }
}

async function judged(sql: Sql, place: Place, manner: Manner): Promise<Manner> {
  // A server says at the start of a connection which of its processes serves it. A pooler says something else.
  const [seen, announced] = await readSession(sql);
  if (seen.pid === announced) return manner;
  checkLimits(seen);
  const isTracked = await tracksNames(sql).catch(async () => {
    await inSession(place, readSession, manner);
    throw new Error(
      'The pooler of the database must keep transactions together: let it pool transactions or sessions.',
    );
  });
  return isTracked || !(await sharesServers(place, manner)) ? manner : { ...manner, prepare: false };
}

/** Leaves no name on the server connection. */
async function readSession(sql: Sql): Promise<readonly [SessionState, expected: number]> {
  const rows = await sql<[SessionState]>`
    SELECT pg_backend_pid() AS pid, quote_ident(current_user) AS role,
      (SELECT setting::int FROM pg_settings WHERE name = 'lock_timeout') AS lock_timeout,
      (SELECT setting::int FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout')
        AS idle_in_transaction_session_timeout`.simple();
  return [rows[0], rows.state.pid];
}

/** A pooler may drop what a connection sets. */
function checkLimits(seen: SessionState): void {
  for (const [name, most] of Object.entries(LIMITS) as [Limit, number][]) {
    if (seen[name] > 0 && seen[name] <= most) continue;
    throw new Error(
      `Through its pooler the database has ${name} at ${seen[name]} ms, where 1 to ${most} is needed: ` +
        `ALTER ROLE ${seen.role} SET ${name} = ${most}, and let the pooler make its connections anew.`,
    );
  }
}

/** Whether the server knows statements by other names than those that were sent, or by none. Rejects where transactions are torn. */
async function tracksNames(sql: Sql): Promise<boolean> {
  return await onceCommitted(sql, async (tx) => {
    const { statement } = await tx`SELECT 1`;
    return (await tx`SELECT FROM pg_prepared_statements WHERE name = ${statement.name}`).length === 0;
  });
}

/**
 * Whether transactions of one connection are served by different server connections, or several connections by the same one. So
 * it is taken to be where one is not served in time, because statements without names do in any case.
 */
async function sharesServers(place: Place, manner: Manner): Promise<boolean> {
  const clients = Array.from({ length: CONNECTIONS }, () => openOne(place, manner));
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), SERVED_MS_MAX);
  });
  try {
    return await Promise.race([overdue, swapServers(clients)]);
  } finally {
    clearTimeout(timer);
    await Promise.all(clients.map((sql) => sql.end({ timeout: 0 })));
  }
}

async function swapServers(clients: readonly Sql[]): Promise<boolean> {
  const servers = new Map<Sql, number>();
  for (const sql of Array.from({ length: ROUNDS }, () => clients.flatMap((client) => [client, client])).flat()) {
    const [seen] = await readSession(sql);
    checkLimits(seen);
    const isOthers = [...servers].some(([other, pid]) => other !== sql && pid === seen.pid);
    if (isOthers || (servers.get(sql) ?? seen.pid) !== seen.pid) return true;
    servers.set(sql, seen.pid);
  }
  return false;
}

/**
 * Lets a statement fail whose name the server does not know. The driver (postgres.js 3.4.9) would send it again and take others on
 * the same connection before that is done, whose results it then gives out as those of the first.
 */
function refuseRepeats(sql: Sql): void {
  Object.defineProperty(Object.getPrototypeOf(sql``), 'retried', {
    configurable: true,
    get: () => undefined,
    // The driver asks for it where it begins to repeat; it does not send what is cancelled.
    set(error: Error) {
      this.reject(error);
      this.cancelled = true;
    },
  });
}
